import { fromCallback, fromPromise } from 'xstate';
import { rosterMachine } from '../machines/rosterMachine';
import { selectSection } from '../machines/sessionMachine';
import type { Student } from '../services/types';
import type { AppSystem } from './appSystem';

const nobody: Student[] = [];

export const provideRoster = ({ session, sectionService, sendWrite, showNotice }: AppSystem) =>
  rosterMachine.provide({
    actors: {
      searchStudents: fromPromise(({ input, signal }) => sectionService.searchStudents(input.query, signal)),
      addStudents: fromPromise(({ input: { sectionId, emails }, signal }) =>
        sendWrite({ kind: 'addStudents', sectionId, emails }, signal),
      ),
      removeStudent: fromPromise(({ input: { sectionId, email }, signal }) =>
        sendWrite({ kind: 'removeStudent', sectionId, email }, signal),
      ),
      watchStudents: fromCallback(({ input: { sectionId }, sendBack }) => {
        const owner = session();
        if (owner === undefined) return;
        const current = () => selectSection(owner.getSnapshot().context, sectionId)?.students ?? nobody;
        let known = current();
        const subscription = owner.subscribe(() => {
          const students = current();
          if (students === known) return;
          known = students;
          sendBack({ type: 'students.changed', students });
        });
        return () => subscription.unsubscribe();
      }),
    },
    actions: { showNotice: (_, notice) => showNotice(notice) },
  });
