import { screen, within } from '@testing-library/react';
import { expect } from 'vitest';
import { pasteMachine } from '../../src/machines/students/pasteMachine';
import { openHeldSection } from '../support/classroom';
import { ada, bob, pasted, section } from '../support/samples';
import { alerts } from '../support/screen';
import { walkChart } from '../support/walk';

const search = 'GET /section/search-students/';
const list = 'GET /section/list/';

const dialog = () => screen.queryByRole('dialog', { name: 'Paste a list of students' });
const button = (name: string | RegExp) => within(dialog() ?? document.body).queryByRole('button', { name });
const text = () => dialog()?.textContent ?? '';
const inField = (label: RegExp) => screen.queryByLabelText<HTMLTextAreaElement>(label)?.value;
const tooLong = 'This list has 301 emails. Up to 300 can be checked at once; please paste it in parts.';
const nothing = 'This list contains no emails.';
const unreadable = 'This file could not be read. Please paste the emails instead.';

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

walkChart(pasteMachine, {
  async open() {
    const opened = await openHeldSection([search], { [list]: { json: [section] } }, '/add-students');
    return { ...opened, held: heldFile() };
  },
  events: {
    'paste.open': ({ press }) => press('Paste a list'),
    'paste.close': ({ user }) => user.keyboard('{Escape}'),
    async 'list.submit'({ user, press }, { emails }) {
      const field = screen.getByLabelText('Student emails');
      await user.clear(field);
      await user.click(field);
      // With names, separators, blanks and doubles around them.
      if (emails.length > 0) await user.paste(`Name;Email\n${emails.join(' ,\n Some One <')}; ${emails[0]}`);
      await press('Check the list');
    },
    async 'file.choose'({ user, held }) {
      await user.upload(screen.getByLabelText('Choose a CSV file'), held.file);
    },
    async 'lookups.retry'({ press }, event, { sendDirectly }) {
      if (button('Try again') === null) await sendDirectly(event);
      else await press('Try again');
    },
  },
  answers: {
    readFile: {
      done({ held }, emails) {
        held.give(`"Name","Email"\r\n${emails.map((email) => `"One, Some","${email}"`).join('\r\n')}`);
      },
      error: ({ held }) => held.fail(),
    },
    lookUp: {
      async done({ give, waiting }, lookups) {
        // Who is in the section is not asked for; of the others each with the whole email.
        const asked = lookups.filter(({ email }) => email !== ada.email);
        expect(waiting(search).map(({ path }) => path.split('?q=')[1])).toEqual(
          asked.map(({ email }) => encodeURIComponent(email)),
        );
        for (const { kind } of asked) {
          const others = { id: 90, name: 'Bobby', email: `x${bob.email}` };
          if (kind === 'failed') await give(search, 'fail');
          else await give(search, { json: kind === 'found' ? [others, bob] : [others] });
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
    'open.editing': (_, { context }) => {
      expect(inField(/^Student emails/)).toBeDefined();
      expect(button('Check the list')).not.toBeNull();
      expect(alerts()).toEqual(context.problem === null ? [] : [context.problem.sentence]);
      expect([undefined, tooLong, nothing, unreadable]).toContain(context.problem?.sentence);
    },
    'open.reading': () => {
      expect(text()).toContain('Reading the file…');
      expect(button('Check the list')?.getAttribute('aria-busy')).toBe('true');
    },
    'open.checking': (_, { context: { lookups } }) => {
      const checked = lookups.filter(({ kind }) => kind !== 'waiting').length;
      expect(text()).toContain('Checking 5 emails…');
      expect(text()).toContain(`${checked} of 5 checked`);
      expect(button('Check the list')?.getAttribute('aria-busy')).toBe('true');
      expect(dialog()?.contains(document.activeElement)).toBe(true);
    },
    'open.reviewed': ({ waiting }, { context: { lookups } }) => {
      const emails = (wanted: string) => lookups.filter(({ kind }) => kind === wanted).map(({ email }) => email);
      expect(waiting(search)).toEqual([]);
      expect(text()).toContain('2 of 5 found');
      expect(text()).toContain('Found (1)');
      expect(text()).toContain('Already in this section (1)');
      expect(inField(/^Not found/) ?? '').toBe(emails('missing').join('\n'));
      expect(inField(/^Not checked/) ?? '').toBe(emails('failed').join('\n'));
      expect(button('Select 1 student')).not.toBeNull();
      expect(emails('waiting')).toEqual([]);
      expect(pasted).toHaveLength(5);
      expect(dialog()?.contains(document.activeElement)).toBe(true);
    },
  },
});
