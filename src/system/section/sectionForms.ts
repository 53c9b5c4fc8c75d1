import { fromPromise } from 'xstate';
import { dialogMachine } from '../../machines/app/dialogMachine';
import { deleteLessonForm } from '../../machines/lessons/deleteLessonForm';
import { deleteSectionForm } from '../../machines/section/deleteSectionForm';
import { createSectionForm } from '../../machines/session/createSectionForm';
import { messages } from '../../messages';
import type { AppSystem } from '../app/appSystem';

/** The modal of the dashboard that creates a section. */
export const provideCreateDialog = ({ sendWrite }: AppSystem) =>
  dialogMachine.provide({
    actors: {
      form: createSectionForm.provide({
        actors: {
          submit: fromPromise(async ({ input: { values }, signal }) => {
            const { name = '', subject = '' } = values;
            await sendWrite({ kind: 'createSection', name: name.trim(), subject: subject.trim() }, signal);
            return { sentence: messages.createSection.succeeded };
          }),
        },
      }),
    },
  });

/** The dialog of a section's overview that asks for the password before the section is deleted. */
export const provideDeleteDialog = ({ sendWrite }: AppSystem, sectionId: string) =>
  dialogMachine.provide({
    actors: {
      form: deleteSectionForm.provide({
        actors: {
          submit: fromPromise(async ({ input: { values }, signal }) => {
            await sendWrite({ kind: 'deleteSection', sectionId, password: values.password ?? '' }, signal);
            return {};
          }),
        },
      }),
    },
  });

/** The dialog of a lesson's report that asks before the lesson is deleted. */
export const provideDeleteLessonDialog = ({ sendWrite, navigate }: AppSystem, sectionId: string, lessonId: string) =>
  dialogMachine.provide({
    actors: {
      form: deleteLessonForm.provide({
        actors: {
          submit: fromPromise(async ({ signal }) => {
            await sendWrite({ kind: 'deleteLesson', sectionId, lessonId }, signal);
            return {};
          }),
        },
        actions: { navigate: (_, { to }) => navigate(to) },
      }),
    },
  });
