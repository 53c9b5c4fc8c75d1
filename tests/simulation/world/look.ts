import type { Page } from './tab';
import { type TeacherName, teachersIn } from './teachers';

/* What a teacher sees on a page: nothing here knows more than its document shows. */

/** Without the marks that keep the direction of names apart. */
const textOf = (element: Element | null | undefined): string =>
  (element?.textContent ?? '').replace(/[\u2066-\u2069]/g, '').trim();

const inert = '[hidden], [inert], [aria-hidden="true"], .invisible';

const isVisible = (element: Element): boolean => element.closest(inert) === null;

export const isDisabled = (element: Element) =>
  element.hasAttribute('disabled') ||
  element.getAttribute('aria-disabled') === 'true' ||
  element.getAttribute('aria-busy') === 'true';

/** How a control is called. */
export function nameOf(element: Element): string {
  const label = element.getAttribute('aria-label') ?? '';
  const name = label || textOf(element) || element.getAttribute('name') || element.getAttribute('type') || '';
  return name.replace(/[\u2066-\u2069]/g, '').replace(/\s+/g, ' ');
}

const controls = 'a[href], button, input, textarea, select, [role=menuitem], [role=option]';

export const controlsOn = ({ document }: Page): Element[] =>
  [...document.querySelectorAll(controls)].filter((element) => isVisible(element) && !isDisabled(element));

/** Returns what can be pressed under this name, if it is there. */
export const controlNamed = (page: Page, name: string): Element | undefined =>
  controlsOn(page).find((element) => nameOf(element) === name);

const all = (page: Page, selector: string) => [...page.document.querySelectorAll(selector)];
/** Whether a button is there that cannot be pressed before a dialog closes. */
export const isCovered = (page: Page, name: string): boolean =>
  controlNamed(page, name) === undefined && all(page, 'button').some((button) => nameOf(button) === name);

const find = (page: Page, selector: string) => page.document.querySelector(selector);

export const bodyText = ({ document }: Page): string => textOf(document.body);

export const isSignedIn = (page: Page): boolean => find(page, 'button[aria-label^="Account menu"]') !== null;

/** The teachers whose data the page shows. */
export const ownersOf = (page: Page): TeacherName[] =>
  teachersIn(`${bodyText(page)} ${nameOf(find(page, 'button[aria-label^="Account menu"]') ?? page.document.body)}`);

export const dialogsOn = (page: Page): string[] =>
  all(page, '[role=dialog], [role=alertdialog]').map((dialog) => textOf(dialog.querySelector('h2')));

/** What the page announces, region by region. */
export const announcedOn = (page: Page): { region: Element; text: string }[] =>
  all(page, '[role=status], [role=alert]').map((region) => ({ region, text: textOf(region) }));

/** Failures, as alerts or beside the field. */
export const failuresOn = (page: Page): string[] =>
  all(page, '[role=alert], [aria-invalid=true]')
    .map((one) => (one.hasAttribute('aria-invalid') ? nameOf(one) : textOf(one)))
    .filter((text) => text !== '');

export const isLoading = (page: Page): boolean =>
  /Loading (sections|section|page|detection logs|lesson report|students)?\.\.\.|Loading…/.test(bodyText(page));

export type Badge = 'active' | 'inactive' | 'unknown';

const badgeIn = (text: string): Badge =>
  text.includes('Detection Active') ? 'active' : text.includes('Detection Inactive') ? 'inactive' : 'unknown';

export interface ShownTile {
  id: number;
  name: string;
  students: number;
  badge: Badge;
}

/** The dashboard's sections; undefined elsewhere. */
export function tilesOn(page: Page): ShownTile[] | undefined {
  const list = find(page, 'ul[aria-label="Your sections"]');
  return list === null
    ? undefined
    : [...list.querySelectorAll('article')].map((tile) => ({
        id: Number(/\/sections\/(\d+)/.exec(tile.querySelector('a')?.getAttribute('href') ?? '')?.[1]),
        name: textOf(tile.querySelector('h3')),
        students: Number(/(\d+) students?/.exec(textOf(tile))?.[1]),
        badge: badgeIn(textOf(tile)),
      }));
}

/** The id of the section whose page is open. */
export const sectionAt = (path: string): number | undefined => {
  const id = /^\/sections\/(\d+)/.exec(path)?.[1];
  return id === undefined ? undefined : Number(id);
};

/** What the bar of a section's pages says; undefined where there is none. */
export function barOn(page: Page) {
  const bar = find(page, 'section[aria-label="Detection"]');
  if (bar === null) return undefined;
  const text = textOf(bar);
  const toLookAt = /(\d+) to look at/.exec(text)?.[1];
  const button = [...bar.querySelectorAll('button')].find((one) => /^(Start|Stop)/.test(nameOf(one)));
  const watching = /watching (\d+) of (\d+)/.exec(text);
  const invitation = [...bar.querySelectorAll('button')]
    .map(nameOf)
    .find((name) => /^Invite$|^\d+ waiting$/.test(name));
  return {
    badge: badgeIn(text),
    /** A start or stop is under way, or it is asked whether to start. */
    isMoving: button !== undefined && nameOf(button).endsWith('ing…'),
    /** How many students' devices watch, and of how many; undefined where nobody was invited. */
    watching: watching === null ? undefined : { count: Number(watching[1]), of: Number(watching[2]) },
    /** How many wait at the door; undefined where there is none. */
    waiting: invitation === undefined ? undefined : Number.parseInt(invitation, 10) || 0,
    toLookAt: toLookAt === undefined ? undefined : Number(toLookAt),
    confirmedAgo: /checked (\d+) s ago/.exec(text)?.[1],
  };
}

const cardNamed = (page: Page, title: RegExp) =>
  all(page, 'section').find((card) => title.test(textOf(card.querySelector('h2'))));

/** “Look now”; undefined where there is none. */
export function lookNowOn(page: Page) {
  const card = cardNamed(page, /^Look now$/);
  if (card === undefined) return undefined;
  // Not by their buttons: while a row asks why it is dismissed, the reasons are in the place of “Seen”.
  const rows = [...card.querySelectorAll('ul[aria-label="Look now"] > li')];
  const isSeen = (row: Element) =>
    [...row.querySelectorAll('button')].some((button) => nameOf(button).startsWith('Marked as seen:'));
  const unseen = rows.filter((row) => !isSeen(row));
  return {
    unseen: unseen.length,
    /** Whom the teacher has to look at. */
    students: unseen.map((row) => nameOf(row.querySelector('[data-row]') ?? row)).sort(),
    claimsQuiet: textOf(card).includes('Nothing needs your attention'),
  };
}

/** Who is said not to be watched or to be excused, seat by seat or in the list; undefined elsewhere. */
export function seatsOn(page: Page) {
  const card = cardNamed(page, /^Students \(/);
  const list = card?.querySelector('[aria-label="Students"]');
  if (card === undefined || list == null) return undefined;
  const tiles = [...list.querySelectorAll('button[title][tabindex]')].map((seat) => nameOf(seat).split('; '));
  const rows = [...list.querySelectorAll('[role=listitem]')].map((row) => [
    nameOf(row.querySelector('button') ?? row),
    ...textOf(row).split(/(?=not watched|excused until)/),
  ]);
  // While the teacher arranges the seats, they say nothing.
  if (tiles.length + rows.length === 0) return undefined;
  return [...tiles, ...rows].map(([name = '', ...facts]) => ({
    name,
    isExcused: facts.some((fact) => fact.startsWith('excused until')),
    isUnwatched: facts.some((fact) => fact.startsWith('not watched')),
  }));
}

/** Whether rows stand still on the overview: “3 new · show”. */
export const areRowsHeld = (page: Page): boolean =>
  [cardNamed(page, /^Look now$/), cardNamed(page, /^Detection Logs$/)].some((card) =>
    [...(card?.querySelectorAll('button') ?? [])].some((button) => /^\d+ new · show$/.test(textOf(button))),
  );

const numberIn = (text: string, pattern: RegExp) => {
  const found = pattern.exec(text)?.[1];
  return found === undefined ? undefined : Number(found);
};

/** The newest logs of the overview; undefined elsewhere. */
export function newestLogsOn(page: Page) {
  const card = cardNamed(page, /^Detection Logs$/);
  const link = card && [...card.querySelectorAll('a')].map(textOf).find((text) => text.startsWith('View All Logs'));
  if (card === undefined || link === undefined) return undefined;
  return { count: numberIn(link, /\((\d+)\)/), times: timesIn(card) };
}

const timesIn = (card: Element) =>
  [...card.querySelectorAll('tbody time')].map((time) => time.getAttribute('datetime') ?? '');

/** The full table of logs, newest first; undefined elsewhere and while filters hide some. */
export function logsOn(page: Page) {
  const card = cardNamed(page, /^All logs$/);
  if (card === undefined || page.tab.path.includes('?')) return undefined;
  const column = [...card.querySelectorAll('thead th')].findIndex((heading) => textOf(heading) === 'Review');
  const reviews = [...card.querySelectorAll('tbody tr')].flatMap(
    // A note may follow.
    ({ children }) => /^(Not reviewed|Seen|Dismissed)/.exec(textOf(children[column]))?.[0] ?? [],
  );
  const text = textOf(card);
  /** New ones, while others are selected. */
  const waiting = numberIn(text, /(\d+) new, shown when nothing is selected/) ?? 0;
  return { waiting, shown: { count: numberIn(text, /\d+–\d+ of (\d+)/) ?? 0, times: timesIn(card), reviews } };
}

/** How many lessons the page of the logs lists; undefined elsewhere. */
export const lessonsOn = (page: Page): number | undefined =>
  cardNamed(page, /^Lessons$/)?.querySelectorAll('[role=listitem]').length;

/** The emails of Manage Students, or the names on the overview. */
export function studentsOn(page: Page): { emails: string[] } | { count: number } | undefined {
  const roster = cardNamed(page, /^Current Students/);
  const count = numberIn(textOf(cardNamed(page, /^Students \(/)?.querySelector('h2')), /\((\d+)\)/);
  if (roster !== undefined)
    return {
      emails: [...roster.querySelectorAll('[role=listitem] button[title]')].map(
        (one) => one.getAttribute('title') ?? '',
      ),
    };
  return count === undefined ? undefined : { count };
}
