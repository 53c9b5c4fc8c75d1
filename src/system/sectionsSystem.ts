import { fromPromise, sendParent } from 'xstate';
import { createSectionForm } from '../machines/forms/createSectionForm';
import { type SectionsEvent, sectionsMachine } from '../machines/sectionsMachine';
import { messages } from '../messages';
import { createSectionService } from '../services/sectionService';
import type { AppSystem } from './appSystem';

export function provideSections({ api }: AppSystem) {
  const service = createSectionService(api);

  const createSection = createSectionForm.provide({
    actors: {
      submit: fromPromise(async ({ input: { values }, signal }) => {
        const { name = '', subject = '' } = values;
        await service.createSection({ name: name.trim(), subject: subject.trim() }, signal);
        return { sentence: messages.createSection.succeeded };
      }),
    },
    actions: { reportSuccess: sendParent({ type: 'section.created' } satisfies SectionsEvent) },
  });

  return sectionsMachine.provide({
    actors: {
      fetchSections: fromPromise(({ signal }) => service.fetchSections(signal)),
      createSection,
    },
  });
}
