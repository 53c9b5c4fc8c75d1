import { fromCallback, fromPromise } from 'xstate';
import { rosterMachine } from '../../machines/roster/rosterMachine';
import { selectBeingRemoved, selectSection } from '../../machines/session/sessionMachine';
import type { Student } from '../../services/app/types';
import type { AppSystem } from '../app/appSystem';

const nobody: Student[] = [];

/** Selects a section's students from the session. */
export const studentsOf = (session: ReturnType<AppSystem['session']>, sectionId: string): Student[] =>
  (session && selectSection(session.getSnapshot().context, sectionId)?.students) ?? nobody;

const isSameList = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((text, index) => text === other[index]);

export const provideRoster = ({ session, sectionService, sendWrite, showNotice }: AppSystem) =>
  rosterMachine.provide({
    actors: {
      searchStudents: fromPromise(({ input, signal }) => sectionService.searchStudents(input.query, signal)),
      addStudents: fromPromise(async ({ input: { sectionId, emails }, signal }) => {
        await sendWrite({ kind: 'addStudents', sectionId, emails }, signal);
        // The session already holds the section from the answer.
        return studentsOf(session(), sectionId);
      }),
      removeStudent: fromPromise(async ({ input: { sectionId, email }, signal }) => {
        await sendWrite({ kind: 'removeStudent', sectionId, email }, signal);
      }),
      watchStudents: fromCallback(({ input: { sectionId }, sendBack }) => {
        const owner = session();
        if (owner === undefined) return;
        let known: { students: Student[]; beingRemoved: string[] } = {
          students: studentsOf(owner, sectionId),
          beingRemoved: [],
        };
        const tell = () => {
          const students = studentsOf(owner, sectionId);
          const beingRemoved = selectBeingRemoved(owner.getSnapshot().context, sectionId);
          if (students === known.students && isSameList(beingRemoved, known.beingRemoved)) return;
          known = { students, beingRemoved };
          sendBack({ type: 'students.changed', students, beingRemoved });
        };
        const subscription = owner.subscribe(tell);
        tell();
        return () => subscription.unsubscribe();
      }),
    },
    actions: { showNotice: (_, notice) => showNotice(notice) },
  });
