import { type ActorRefFrom, fromPromise } from 'xstate';
import { rosterMachine } from '../machines/rosterMachine';
import type { sectionMachine } from '../machines/sectionMachine';
import { createSectionService } from '../services/sectionService';
import type { AppSystem } from './appSystem';

/** @param section the actor that the section's pages share; it hears of every change */
export function provideRoster({ api, showNotice }: AppSystem, section: ActorRefFrom<typeof sectionMachine>) {
  const service = createSectionService(api);
  return rosterMachine.provide({
    actors: {
      searchStudents: fromPromise(({ input, signal }) => service.searchStudents(input.query, signal)),
      addStudents: fromPromise(({ input, signal }) => service.addStudents(input.sectionId, input.emails, signal)),
      removeStudent: fromPromise(({ input, signal }) => service.removeStudent(input.sectionId, input.email, signal)),
    },
    actions: {
      showNotice: (_, notice) => showNotice(notice),
      publishSection: (_, updated) => section.send({ type: 'section.updated', section: updated.section }),
    },
  });
}
