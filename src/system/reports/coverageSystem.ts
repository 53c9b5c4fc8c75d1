import { type ActorRefFrom, createActor, fromPromise } from 'xstate';
import type { AppSystem } from '../../appSystem';
import type { doorMachine } from '../../machines/attendance/doorMachine';
import { coverageMachine } from '../../machines/reports/coverageMachine';
import type { Coverage } from '../../services/app/types';

/** Provides the coverage chart with the real service. */
export const provideCoverage = ({ attendanceService }: AppSystem) =>
  coverageMachine.provide({
    actors: {
      fetchCoverage: fromPromise(({ input: { sectionId, lessonId }, signal }) =>
        attendanceService.fetchCoverage(sectionId, lessonId, signal),
      ),
    },
  });

type Door = ActorRefFrom<typeof doorMachine>;

const lessonAt = (door: Door) => {
  const { attendance } = door.getSnapshot().context;
  return attendance === null || attendance.code === null ? null : attendance.lessonId;
};

/**
 * Follows who is observed in the running lesson, while someone subscribes.
 * @returns a store of null without a lesson, and until students are invited to it
 */
export function followCoverage(system: AppSystem, door: Door, sectionId: string) {
  const chart = provideCoverage(system);
  let coverage: Coverage | null = null;
  return {
    get: () => coverage,
    subscribe(onChange: () => void): () => void {
      const show = (known: Coverage | null) => {
        if (known === coverage) return;
        coverage = known;
        onChange();
      };
      let lesson: { id: string | null; stop: () => void } = { id: null, stop: () => {} };
      const follow = () => {
        const id = lessonAt(door);
        if (id === lesson.id) return;
        lesson.stop();
        lesson = { id, stop: () => show(null) };
        if (id === null) return;
        const input = { sectionId, lessonId: id, isOffered: true };
        const actor = createActor(chart, { input, inspect: system.inspect });
        actor.subscribe(({ context }) => show(context.coverage));
        lesson.stop = () => {
          actor.stop();
          show(null);
        };
        actor.start();
      };
      follow();
      const following = door.subscribe(follow);
      return () => {
        following.unsubscribe();
        lesson.stop();
      };
    },
  };
}
