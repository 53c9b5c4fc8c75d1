import { screen, within } from '@testing-library/react';
import { expect } from 'vitest';
import {
  pasteMachine,
  selectFoundCount,
  selectLeft,
  selectNewcomers,
  selectReady,
} from '../../src/machines/roster/pasteMachine';
import { openHeldSection } from '../support/classroom';
import { idle } from '../support/idle';
import { ada, bob, bobby, pasted, section } from '../support/samples';
import { alerts } from '../support/screen';
import { walkChart } from '../support/walk';

const search = 'GET /section/search-students/';
const list = 'GET /section/list/';

const dialog = () => screen.queryByRole('dialog', { name: 'Paste a list of students' });
const button = (name: string | RegExp) => within(dialog() ?? document.body).queryByRole('button', { name });
const text = () => dialog()?.textContent ?? '';
const inField = (label: RegExp) => screen.queryByLabelText<HTMLTextAreaElement>(label)?.value;
const listed = (name: RegExp) =>
  [...(screen.queryByRole('list', { name })?.querySelectorAll('li') ?? [])].map(
    (item) => item.querySelector('bdi')?.textContent,
  );

const sentences = [
  'This list contains no names and no emails.',
  'This list has 301 people. Up to 300 can be checked at once; please paste it in parts.',
  'This file could not be read. Please paste the list instead.',
  'Failed to search students. Please try again.',
];

/** A file whose reading waits for the test. */
function heldFile() {
  let settle = { resolve: (_text: string) => {}, reject: () => {} };
  const content = new Promise<string>((resolve, reject) => {
    settle = { resolve, reject: () => reject(new DOMException('Gone', 'NotReadableError')) };
  });
  const file = new File([''], 'class.csv', { type: 'text/csv' });
  file.arrayBuffer = async () => new TextEncoder().encode(await content).buffer;
  return { file, give: (content: string) => settle.resolve(content), fail: () => settle.reject() };
}

async function open() {
  const opened = await openHeldSection(
    [search],
    { [list]: { json: [{ ...section, takes_names: true }] } },
    '/add-students',
  );
  return { ...opened, held: heldFile() };
}

walkChart(idle(pasteMachine), open, {
  events: {
    'paste.open': ({ press }) => press('Paste a list'),
    'paste.close': ({ user }) => user.keyboard('{Escape}'),
    async 'list.submit'({ user, press }, { list: { text } }) {
      const field = screen.getByLabelText('Names and emails');
      await user.clear(field);
      await user.click(field);
      if (text !== '') await user.paste(text);
      await press('Check the list');
    },
    'list.edit': ({ press }) => press('Change the list'),
    async 'file.choose'({ user, held }) {
      await user.upload(screen.getByLabelText('Choose a CSV file'), held.file);
    },
    async 'lookups.retry'({ press }, event, { sendDirectly }) {
      if (button('Try again') === null) await sendDirectly(event, '“Try again” is not there');
      else await press('Try again');
    },
    async 'student.choose'({ user }, { student }) {
      await user.selectOptions(screen.getByLabelText('Bob Noyce'), student?.id ?? '');
    },
    async 'name.change'({ user }, { key, name }, { sendDirectly }) {
      const field = screen.getByLabelText<HTMLInputElement>(`Name for ${key}`);
      if (field.value === name)
        return sendDirectly({ type: 'name.change', key, name }, 'the same name again is no change');
      await user.click(field);
      await user.paste(name);
    },
  },
  answers: {
    readFile: {
      done: ({ held }, { text }) => held.give(text),
      error: ({ held }) => held.fail(),
    },
    lookUp: {
      async done({ give, waiting }, { lookups, mayAdd }) {
        // Who is in the section is not asked for; of the others each with the whole email, or else with the name.
        const asked = lookups.filter(({ email }) => email !== ada.email);
        expect(waiting(search).map(({ path }) => decodeURIComponent(path.split('?q=')[1] ?? ''))).toEqual(
          asked.map(({ name, email }) => email || name),
        );
        const headers = new Headers(mayAdd ? { 'X-Directory': 'open' } : {});
        for (const { kind } of asked) {
          const others = { id: 90, name: 'Bobby', email: `x${bob.email}` };
          const found = { found: [others, bob], several: [bob, others, bobby] };
          if (kind === 'failed') await give(search, 'fail');
          else await give(search, Response.json(kind in found ? Reflect.get(found, kind) : [others], { headers }));
        }
      },
      async error({ give, waiting }) {
        for (const _ of waiting(search)) await give(search, { status: 500 });
      },
    },
  },
  seen: {
    closed: ({ waiting }) => {
      expect(dialog()).toBeNull();
      expect(waiting(search)).toEqual([]);
    },
    'open.editing': (_, { context: { problem, list } }) => {
      expect(inField(/^Names and emails/)).toBeDefined();
      // A list that was looked up can be corrected.
      if (problem === null && list.text !== '') expect(inField(/^Names and emails/)).toBe(pasted);
      expect(button('Check the list')).not.toBeNull();
      expect(alerts()).toEqual(problem === null ? [] : [problem.sentence]);
      if (problem !== null) expect(sentences).toContain(problem.sentence);
    },
    'open.reading': () => {
      expect(text()).toContain('Reading the file…');
      expect(button('Check the list')?.getAttribute('aria-busy')).toBe('true');
    },
    'open.checking': (_, { context: { lookups } }) => {
      const checked = lookups.filter(({ kind }) => kind !== 'waiting').length;
      expect(text()).toContain('Checking 5 people…');
      expect(text()).toContain(`${checked} of 5 checked`);
      expect(button('Check the list')?.getAttribute('aria-busy')).toBe('true');
      expect(dialog()?.contains(document.activeElement)).toBe(true);
    },
    'open.reviewed': ({ waiting }, { context }) => {
      const { lookups, problem } = context;
      const of = (wanted: string) => lookups.filter(({ kind }) => kind === wanted);
      expect(waiting(search)).toEqual([]);
      expect(alerts().join()).toContain(problem?.sentence ?? '');
      if (problem !== null) expect(sentences).toContain(problem.sentence);
      const left = selectLeft(context);
      const found = selectFoundCount(context);
      expect(text()).toContain(`${found} of 5 found`);
      // Everybody is accounted for.
      const leftOut =
        left === 1 ? 'This leaves out 1 person on the list.' : `This leaves out ${left} people on the list.`;
      expect(screen.queryByText(leftOut) !== null).toBe(left > 0);
      const newcomers = selectNewcomers(context);
      const shown = [...listed(/^Already in this section \(1\)$/), ...listed(/^Found \([1-3]\)$/)];
      expect(shown.length).toBe(found);
      expect(text().includes(`New to the school’s directory (${newcomers.length})`)).toBe(newcomers.length > 0);
      for (const { name, email } of newcomers) {
        if (name === '') expect(inField(new RegExp(`^Name for ${email}`))).toBe(context.names[email] ?? '');
        else expect(text()).toContain(name);
      }
      const missing = of('missing').filter(({ key }) => newcomers.every((one) => one.key !== key));
      const lines = missing.map(({ name, email }) => (name === '' ? email : `${name} <${email}>`));
      expect(inField(/^Not found/) ?? '').toBe(lines.join('\n'));
      expect(inField(/^Not checked/)?.split('\n') ?? []).toHaveLength(of('failed').length);
      expect(screen.queryByLabelText('Bob Noyce') !== null).toBe(of('several').length > 0);
      expect(inField(/^Listed more than once \(1\)/)).toBe(bob.email);
      expect(inField(/^Lines without a name or an email \(1\)/)).toBe('12');
      const ready = selectReady(context).length;
      expect(
        button(ready === 0 ? /^Add [12] students?$/ : new RegExp(`^Add [1-4] students? \\(${ready} new\\)$`)),
      ).not.toBeNull();
      expect(of('waiting')).toEqual([]);
      expect(dialog()?.contains(document.activeElement)).toBe(true);
    },
  },
});
