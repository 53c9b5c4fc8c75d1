import { fromPromise } from 'xstate';
import { coverageMachine } from '../../machines/lessons/coverageMachine';
import type { AppSystem } from '../app/appSystem';

/** Provides the coverage chart with the real service. */
export const provideCoverage = ({ attendanceService }: AppSystem) =>
  coverageMachine.provide({
    actors: {
      fetchCoverage: fromPromise(({ input: { sectionId, lessonId }, signal }) =>
        attendanceService.fetchCoverage(sectionId, lessonId, signal),
      ),
    },
  });
