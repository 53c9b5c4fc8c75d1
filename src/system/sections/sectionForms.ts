import { fromPromise } from 'xstate';
import type { AppSystem } from '../../appSystem';
import { deleteLessonForm } from '../../machines/reports/deleteLessonForm';
import { createSectionForm } from '../../machines/sections/createSectionForm';
import { deleteSectionForm } from '../../machines/sections/deleteSectionForm';
import { renameSectionForm } from '../../machines/sections/renameSectionForm';
import { messages } from '../../messages';

/** The dashboard's form that creates a section. */
export const provideCreateSection = ({ sendWrite }: AppSystem) =>
  createSectionForm.provide({
    actors: {
      submit: fromPromise(async ({ input: { values }, signal }) => {
        const { name = '', subject = '' } = values;
        await sendWrite({ kind: 'createSection', name: name.trim(), subject: subject.trim() }, signal);
        return { sentence: messages.createSection.succeeded };
      }),
    },
  });

/** The form on a section's overview that changes its name and subject (an extension). */
export const provideRenameSection = ({ sendWrite }: AppSystem, sectionId: string) =>
  renameSectionForm.provide({
    actors: {
      submit: fromPromise(async ({ input: { values }, signal }) => {
        const { name = '', subject = '' } = values;
        await sendWrite({ kind: 'renameSection', sectionId, name: name.trim(), subject: subject.trim() }, signal);
        return { sentence: messages.renameSection.succeeded };
      }),
    },
  });

/** The form on a section's overview that asks for the password before the section is deleted. */
export const provideDeleteSection = ({ sendWrite }: AppSystem, sectionId: string) =>
  deleteSectionForm.provide({
    actors: {
      submit: fromPromise(async ({ input: { values }, signal }) => {
        await sendWrite({ kind: 'deleteSection', sectionId, password: values.password ?? '' }, signal);
        return {};
      }),
    },
  });

/** The form on a lesson's report that confirms its deletion. */
export const provideDeleteLesson = ({ sendWrite, navigate }: AppSystem, sectionId: string, lessonId: string) =>
  deleteLessonForm.provide({
    actors: {
      submit: fromPromise(async ({ signal }) => {
        await sendWrite({ kind: 'deleteLesson', sectionId, lessonId }, signal);
        return {};
      }),
    },
    actions: { navigate: (_, { to }) => navigate(to) },
  });
