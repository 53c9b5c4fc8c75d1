import { type Language, languageCodes } from '@vigil/languages';
import { compileTexts } from '@vigil/languages/compile';
import { english } from '@vigil/languages/student/en';
import type { Catalogue } from '@vigil/languages/texts';
import type { BrowserContext, Page } from 'playwright-core';

/* The students' page in its states, with answers of a server that is not there. Nothing is found by its text. */

/** Every language, and one whose texts are 40 % longer than English and have accents. */
export const tongues = [...languageCodes, 'pseudo'] as const;
export type Tongue = (typeof tongues)[number];

/** Lengthens a text by 40 %. Placeholders and plurals stay. */
function lengthened(text: string): string {
  const accented = text.replaceAll(/\{[^{}]*\}|[aeou]/g, (part) => accents.get(part) ?? part);
  if (text.includes(', plural,')) return text;
  const longer = Math.ceil(text.replaceAll(/\{\w+\}/g, '').length * 0.4);
  return `${accented} ${'lörem ïpsum dölör '.repeat(longer).slice(0, longer)}`.trim();
}
const accents = new Map([
  ['a', 'å'],
  ['e', 'é'],
  ['o', 'ö'],
  ['u', 'ü'],
]);

const pseudo = (catalogue: Catalogue): Catalogue =>
  Object.fromEntries(
    Object.entries(catalogue).map(([name, text]) => [name, typeof text === 'string' ? lengthened(text) : pseudo(text)]),
  );

const teacher = 'Bartholomäus Featherstonehaugh-Montgomery';
const students = ['Ada Lovelace', 'ليلى عبد الرحمن', 'Maximiliane Wolkenstein-Trostburg', 'Оксана Шевченко'].map(
  (name, index) => ({ id: index + 1, name }),
);
const door = { section: 'Mathematics 9b', subject: 'Quadratic equations', teacher, students, screenshots: true };
const linked = { section: door.section, subject: door.subject, teacher, student: 'Ada Lovelace' };
const lesson = {
  section: door.section,
  teacher,
  started_at: '2026-11-23T08:45:00Z',
  deleted_by: '2027-02-26T12:00:00Z',
};
const beat = { state: 'admitted', epoch: 'e1', lesson, every_ms: 20_000 };
const hour = (time: string) => `2026-11-23T${time}:00Z`;
const log = {
  ...{ activity_type: 'no_face', details: 'No face found for 20 s', source: "student's device", has_picture: true },
  ...{ started_at: hour('09:00'), ended_at: hour('09:02'), review: null, answer: null, reply: null },
};
const receipt = {
  ...{ section: door.section, teacher, ended_at: hour('09:30'), more: 3, deleted_by: lesson.deleted_by },
  periods: ['watching', 'no_picture', 'unwatched', 'paused', 'dark', 'hidden'].map((state, index) => ({
    ...{ state, started_at: hour(`09:${index}0`), ended_at: hour(`09:${index}5`) },
  })),
  excuses: [{ started_at: hour('09:10'), ended_at: hour('09:15'), reason: 'nurse' }],
  logs: [
    { ...log, id: 1 },
    { ...log, id: 2, review: { state: 'seen', by: teacher }, answer: 'I looked for my pen' },
    {
      ...log,
      id: 3,
      source: 'Lab camera',
      activity_type: 'phone_in_hand',
      review: { state: 'dismissed', by: teacher },
    },
    { ...log, id: 4, answer: 'I was here', reply: { text: 'I believe you', by: teacher } },
  ],
};

type Answers = Record<string, { status?: number; json: unknown }>;
const answers: Answers = {
  '/attend/door/': { json: door },
  '/attend/knock/': { status: 201, json: { token: 'T'.repeat(43), attendee_id: 1 } },
  '/attend/link/': { json: linked },
  '/attend/heartbeat/': { json: beat },
  '/attend/reports/': { json: { results: [] } },
  '/attend/receipt/': { json: receipt },
  '/attend/leave/': { status: 204, json: null },
};
const beats = (change: object): Answers => ({ '/attend/heartbeat/': { json: { ...beat, ...change } } });
const inLesson = (change: object): Answers => beats({ lesson: { ...lesson, ...change } });

export interface State {
  /** The end of the address. */
  hash?: string;
  answers?: Answers;
  /** What leads to the state. */
  reach?(page: Page): Promise<unknown>;
  hasCamera?: boolean;
}

const press = (selector: string) => async (page: Page) => page.locator(selector).first().click();
const all =
  (...steps: ((page: Page) => Promise<unknown>)[]) =>
  async (page: Page) => {
    for (const step of steps) await step(page);
  };
const join = press('.names button');
const agree = press('.equal button:first-child');
const decline = press('.equal button:last-child');
const see = (selector: string) => (page: Page) => page.locator(selector).first().waitFor();
const code = { hash: '#K7M2PQ' };

/** The decision, with a teacher whose name has the usual length. */
export const decisions = [false, true].map(
  (asks_for_pictures): State => ({
    ...code,
    answers: inLesson({ asks_for_pictures, teacher: 'Noor Haddad', section: 'Mathematics 9b' }),
    reach: all(join, see('.consent')),
  }),
);

/** The states, by name. */
export const states = {
  code: {},
  'code, malformed': { reach: all(press('button[type=submit]'), see('.problem:not(:empty)')) },
  names: code,
  stranger: { ...code, reach: all(press('section > .quiet'), press('form button'), see('.problem:not(:empty)')) },
  'link, confirming': { hash: '#link=L1' },
  'badge, waiting': {
    hash: '#link=L1',
    answers: { '/attend/link/': { json: { ...linked, is_badge: true, is_running: false } } },
  },
  'link, used': {
    hash: '#link=L1',
    answers: { '/attend/link/': { status: 410, json: { detail: '', link_ended: 'used' } } },
  },
  'link, unanswered': { hash: '#link=L1', answers: { '/attend/link/': { status: 503, json: null } } },
  door: { ...code, answers: beats({ state: 'knocking', number: '47' }), reach: all(join, see('.number')) },
  consent: { ...code, reach: all(join, see('.consent')) },
  'consent, with pictures': {
    ...code,
    answers: inLesson({ asks_for_pictures: true }),
    reach: all(join, see('fieldset')),
  },
  'consent, in full': {
    ...code,
    answers: inLesson({ asks_for_pictures: true, ignored_kinds: ['no_face', 'multiple_faces', 'left_page'] }),
    reach: all(join, press('summary')),
  },
  unwatched: { ...code, reach: all(join, decline, see('section > .buttons > button.quiet')) },
  leaving: { ...code, reach: all(join, decline, press('main > button'), see('[role=alertdialog]')) },
  left: {
    ...code,
    reach: all(join, decline, press('main > button'), press('[role=alertdialog] .quiet'), see('section h1')),
  },
  excused: {
    ...code,
    answers: beats({ excused_until: '2099-01-01T10:20:00Z' }),
    // It has no button.
    reach: all(join, agree, (page) => page.locator('.buttons:empty').waitFor({ state: 'attached' })),
    hasCamera: true,
  },
  'class paused': {
    ...code,
    answers: beats({ excused_until: '2099-01-01T10:20:00Z', paused: 'Fire drill' }),
    reach: all(join, agree, see('section:not(.consent) > .buttons > p')),
    hasCamera: true,
  },
  refused: { ...code, answers: beats({ state: 'refused' }), reach: join },
  'taken over': { ...code, answers: beats({ state: 'taken_over' }), reach: join },
  forgotten: { ...code, answers: { '/attend/heartbeat/': { status: 401, json: { detail: '' } } }, reach: join },
  'no camera': { ...code, reach: all(join, agree, see('section > .buttons > button:not(.quiet)')) },
  watching: {
    ...code,
    answers: inLesson({ asks_for_pictures: true }),
    reach: all(join, press('input[type=radio]'), agree, see('video'), see('.sights p:not(:empty)')),
    hasCamera: true,
  },
  paused: {
    ...code,
    reach: all(join, agree, see('video'), press('form button'), see('section > .buttons > button')),
    hasCamera: true,
  },
  receipt: { ...code, answers: beats({ state: 'ended' }), reach: all(join, see('.logs')) },
} satisfies Record<string, State>;

/** Answers the page's calls, in a language of the browser. `pseudo` takes Spanish's place. */
export async function answerCalls(context: BrowserContext, tongue: Tongue) {
  let current: Answers = answers;
  await context.route(/\/attend\/\w+\/$/, (route) => {
    const { status = 200, json } = current[new URL(route.request().url()).pathname] ?? { status: 404, json: null };
    return route.fulfill(status === 204 ? { status } : { status, json });
  });
  await context.routeWebSocket(/\/ws\//, () => {});
  if (tongue === 'pseudo') {
    const body = `export default ${JSON.stringify(compileTexts(pseudo(english)))};`;
    await context.route(/\/assets\/es-[\w-]+\.js$/, (route) => route.fulfill({ contentType: 'text/javascript', body }));
  }
  return {
    /** Brings a new page into a state. */
    async open(page: Page, { hash = '', answers: changed = {}, reach }: State) {
      current = { ...answers, ...changed };
      await page.goto(`/attend${hash}`);
      await page.locator('h1').waitFor();
      await reach?.(page);
      await page.evaluate(() => document.fonts.ready);
    },
  };
}

/** What the browser of a language asks for. */
export const localeFor = (tongue: Tongue): Language => (tongue === 'pseudo' ? 'es' : tongue);
