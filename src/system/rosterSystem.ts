import { fromCallback, fromPromise } from 'xstate';
import { rosterMachine } from '../machines/rosterMachine';
import { selectSection } from '../machines/sessionMachine';
import type { Student } from '../services/types';
import type { AppSystem } from './appSystem';

const nobody: Student[] = [];

/** The students of a section, as the session knows them. */
export const studentsOf = (session: ReturnType<AppSystem['session']>, sectionId: string): Student[] =>
  (session && selectSection(session.getSnapshot().context, sectionId)?.students) ?? nobody;

export const provideRoster = ({ session, sectionService, sendWrite, showNotice }: AppSystem) =>
  rosterMachine.provide({
    actors: {
      searchStudents: fromPromise(({ input, signal }) => sectionService.searchStudents(input.query, signal)),
      addStudents: fromPromise(async ({ input: { sectionId, emails }, signal }) => {
        await sendWrite({ kind: 'addStudents', sectionId, emails }, signal);
        // By now the session holds the section that the server has answered with.
        return studentsOf(session(), sectionId);
      }),
      removeStudent: fromPromise(({ input: { sectionId, email }, signal }) =>
        sendWrite({ kind: 'removeStudent', sectionId, email }, signal),
      ),
      watchStudents: fromCallback(({ input: { sectionId }, sendBack }) => {
        const owner = session();
        if (owner === undefined) return;
        const current = () => studentsOf(owner, sectionId);
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
