import type { FormMachine, FormValues } from '../../../src/machines/app/formMachine';
import type { Walk } from '../paths';
import { docCommentOf, machineFile } from './comments';
import { mistakesOf, problemsOf, said } from './fields';
import { table } from './markdown';
import { duration } from './plainWords';
import { button, call, quote } from './say';
import { formWords } from './words/form';

interface Form {
  machine: FormMachine;
  walk: Walk;
}

/** Returns what follows success on the form's paths: where it leads, and after how long. */
function afterSuccess({ machine, walk }: Form): string {
  const end = walk.paths.flatMap(({ steps }) => steps).find(({ snapshot }) => snapshot.status === 'done');
  if (end === undefined) return 'the form stays';
  const { destination } = end.snapshot.context;
  const { done, success = '' } = formWords(machine);
  const what = destination === null ? (done ?? success) : `\`${destination}\` opens`;
  return end.wait === 0 ? `${what} at once` : `${what} after ${duration(end.wait)}`;
}

/** Returns the form's text for a failure without one. */
function failure({ walk }: Form): string {
  const steps = walk.paths.flatMap((path) => path.steps);
  const failed = steps.find(({ event }) => event.type.startsWith('xstate.error.'));
  return quote(failed?.snapshot.context.problems[0]?.sentence ?? '');
}

/** Returns a table that compares the forms. */
export const formsTable = (forms: readonly Form[]): string =>
  table(
    ['form', 'what it is', 'how to open it', 'call', 'after success', 'of a failure without words'],
    forms.map((form) => {
      const { id } = form.machine;
      const { before, call: submission } = formWords(form.machine);
      const what = docCommentOf(machineFile(`${id}Form`), `${id}Form`);
      return [`\`${id}\``, what, before, call(submission), afterSuccess(form), failure(form)];
    }),
  );

/**
 * Returns what each form rejects before sending, in the order of its checks' fields.
 *
 * @param right values that every form accepts
 */
export const checksTable = (forms: readonly Form[], right: FormValues): string =>
  table(
    ['form', 'do', 'see'],
    forms.flatMap(({ machine }) =>
      mistakesOf(machine, right).flatMap(({ does, values }) => {
        const problems = problemsOf(machine, values);
        if (problems.length === 0) return [];
        const press = `${does}, and press ${button(formWords(machine).texts.submit)}`;
        return [[`\`${machine.id}\``, press, `${problems.map(said).join(', ')}; nothing is sent`]];
      }),
    ),
  );
