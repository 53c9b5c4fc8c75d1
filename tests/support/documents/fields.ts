import { initialTransition, transition } from 'xstate';
import type { FormMachine, FormValues } from '../../../src/machines/app/formMachine';
import { messages } from '../../../src/messages';
import type { Problem } from '../../../src/problem';
import { button, quote } from './say';

const { fields } = messages;

const labels: Record<string, string> = {
  first_name: fields.firstName,
  last_name: fields.lastName,
  email: fields.email,
  password: fields.password,
  password2: fields.confirmPassword,
  code: fields.code,
  old_password: fields.currentPassword,
  new_password: fields.newPassword,
  confirm_password: fields.confirmNewPassword,
  name: fields.sectionName,
  subject: fields.sectionSubject,
};

const label = (field: string) => button(labels[field] ?? field);

/** Returns the problems of values that a form rejects before sending. */
export function problemsOf(machine: FormMachine, values: FormValues): readonly Problem[] {
  const [editing] = initialTransition(machine);
  return transition(machine, editing, { type: 'form.submit', values })[0].context.problems;
}

/** Returns a form's fields. All are required. */
export const fieldsOf = (machine: FormMachine): string[] => [
  ...new Set(problemsOf(machine, {}).flatMap(({ field }) => field ?? [])),
];

/** One wrong way to fill in a form. */
interface Mistake {
  /** What the tester does. */
  does: string;
  values: FormValues;
}

/**
 * The wrong ways to fill in a form that its fields suggest; not every form minds each of them.
 *
 * @param right values that every form accepts
 */
export function mistakesOf(machine: FormMachine, right: FormValues): Mistake[] {
  const names = fieldsOf(machine);
  const [password = '', confirmation] = names.filter((name) => /^(new_|confirm_)?password2?$/.test(name));
  const mistake = (does: string, wrong: FormValues): Mistake => ({ does, values: { ...right, ...wrong } });

  const mistakes = names.map((name) => mistake(`Leave ${label(name)} empty`, { [name]: '' }));
  if (names.includes('email')) mistakes.push(mistake(`Type ${quote('ada')} as ${label('email')}`, { email: 'ada' }));
  if (confirmation !== undefined) {
    const both = `as ${label(password)} and ${label(confirmation)}`;
    mistakes.push(
      mistake(`Type two different passwords ${both}`, { [confirmation]: `not ${right[confirmation]}` }),
      mistake(`Type the same 7 characters ${both}`, { [password]: 'seven77', [confirmation]: 'seven77' }),
    );
  }
  return mistakes;
}

/** Returns what is seen of a problem, and where. */
export const said = ({ sentence, field }: Problem): string =>
  field === undefined ? quote(sentence) : `${quote(sentence)} at ${label(field)}`;
