import type { Page } from 'playwright-core';
import * as v from 'valibot';
import { Random } from '../simulation/world/random';
import type { Product } from './product';

/* A random teacher: presses, types, scrolls and goes back on the real page, which is compared with the API. */

/** Interval between comparisons of the page with the API. */
const CHECK_MS = 2_000;
/** Interval between detections, besides those of the simulated class. */
const REPORT_MS = 1_500;
/** Detections of one kind within this interval are one episode, which is seen as a whole. */
const EPISODE_GAP_MS = 60_000;
/** The product promises 5 s after the last movement. */
const STILL_MS = 6_000;
/** A rest longer than rows may stand still. */
const REST_MS = 9_000;
/** Number of last steps that a failure prints. */
const STEPS_SHOWN = 40;

const control =
  'a[href], button, input:not([type=hidden], [type=file]), textarea, select, summary, [role=menuitem], [role=option]';

/** Never pressed: these end the class, leave the page or open a browser dialog. */
const left =
  /^(Logout|Log out|Change Password|Delete [Ss]ection|Remove |Save the file|Save as CSV|Print|Skip to content)/;

const weights: readonly (readonly [RegExp, number])[] = [
  [/^Start Detection$/, 12],
  [/^(Seen:|Algebra)/, 6],
  [/^(Overview|View All Logs|Detection Logs|\d+ new · show|Lesson report|Show the screenshot)/, 3],
  [/^Stop Detection$/, 0.6],
  [/^(Manage Students|Add students|Back to Dashboard)/, 0.5],
];
const weightOf = ({ name }: Control) => weights.find(([pattern]) => pattern.test(name))?.[1] ?? 1;

interface Control {
  name: string;
  kind: string;
  x: number;
  y: number;
}

/** Returns the enabled controls that a pointer can hit. */
const controlsOn = (page: Page): Promise<Control[]> =>
  page.evaluate((selector) => {
    const found: Control[] = [];
    for (const element of document.querySelectorAll(selector)) {
      if (element.matches(':disabled, [aria-disabled=true], [aria-busy=true]')) continue;
      const { x, y, width, height } = element.getBoundingClientRect();
      const [middleX, middleY] = [x + width / 2, y + height / 2];
      const hit = document.elementFromPoint(middleX, middleY);
      if (width === 0 || hit === null || !(element.contains(hit) || hit.contains(element))) continue;
      const name = (element.getAttribute('aria-label') ?? element.textContent ?? '').replace(/[\u2066-\u2069]/g, '');
      const kind = element.localName === 'input' ? (element.getAttribute('type') ?? 'text') : element.localName;
      found.push({ name: name.trim() || element.getAttribute('name') || kind, kind, x: middleX, y: middleY });
    }
    return found;
  }, control);

/** Returns what the page says, in one look. */
const readPage = (page: Page) =>
  page.evaluate(() => {
    const text = (element: Element | null | undefined) =>
      (element?.textContent ?? '').replace(/[\u2066-\u2069]/g, '').trim();
    const number = (from: string, pattern: RegExp) => {
      const found = pattern.exec(from)?.[1];
      return found === undefined ? null : Number(found);
    };
    const badgeIn = (from: string) =>
      from.includes('Detection Active') ? 'active' : from.includes('Detection Inactive') ? 'inactive' : null;
    const cardNamed = (name: RegExp) =>
      [...document.querySelectorAll('section')].find((card) => name.test(text(card.querySelector('h2'))));
    const bar = document.querySelector('section[aria-label="Detection"]');
    const lookNow = cardNamed(/^Look now$/);
    const newest = cardNamed(/^Detection Logs$/);
    const all = location.search === '' ? cardNamed(/^All logs$/) : undefined;
    // While a row asks why it is dismissed, the reasons are in the place of “Seen”.
    const isSeen = (row: Element) => row.querySelector('button[aria-label^="Marked as seen:"]') !== null;
    const rows = [...(lookNow?.querySelectorAll('ul[aria-label="Look now"] > li') ?? [])];
    const logs = [...(newest?.querySelectorAll('a') ?? [])].map(text).find((link) => link.startsWith('View All Logs'));
    const waiting = [lookNow, newest].flatMap((card) => [...(card?.querySelectorAll('button') ?? [])].map(text));
    return {
      path: location.pathname,
      badge: badgeIn(text(bar)),
      buttons: [...(bar?.querySelectorAll('button') ?? [])].map(text),
      toLookAt: number(text(bar), /(\d+) to look at/),
      unseen: lookNow ? rows.filter((row) => !isSeen(row)).length : null,
      claimsQuiet: text(lookNow).includes('Nothing needs your attention'),
      areRowsHeld: waiting.some((name) => /^\d+ new · show$/.test(name)),
      newest: newest?.querySelector('tbody time')?.getAttribute('datetime') ?? null,
      logCount: logs === undefined ? number(text(all), /\d+–\d+ of (\d+)/) : number(logs, /\((\d+)\)/),
      /** Logs that wait until nothing is selected. */
      waitingCount: number(text(all), /(\d+) new, shown when nothing is selected/) ?? 0,
      tile: badgeIn(text(document.querySelector('ul[aria-label="Your sections"] article'))),
    };
  });

type Shown = Awaited<ReturnType<typeof readPage>>;

const statusSchema = v.object({ is_active: v.boolean(), session_id: v.optional(v.nullable(v.number())) });
const logsSchema = v.object({
  count: v.number(),
  results: v.array(
    v.object({
      timestamp: v.string(),
      activity_type: v.string(),
      student_email: v.string(),
      session_id: v.nullable(v.number()),
      review: v.nullish(v.unknown()),
    }),
  ),
});

interface Truth {
  isActive: boolean;
  count: number;
  newest: number | null;
  /** Number of kinds in the newest lesson whose last episode has no review. */
  unreviewed: number;
}

/** A rule about the page. Returns the violation, or undefined while it holds. */
type Rule = (shown: Shown, truth: Truth, isStill: boolean) => string | undefined;

const badgeAgrees: Rule = ({ badge, buttons, tile, path }, { isActive }) => {
  const state = isActive ? 'active' : 'inactive';
  const shown = path === '/dashboard' ? tile : badge;
  if (shown !== null && shown !== state) return `The badge says ${shown}, and detection is ${state}`;
  const wrong = buttons.find((name) =>
    (isActive ? /^(Start Detection|Stopped)$/ : /^(Stop Detection|Started)$/).test(name),
  );
  return wrong && `The button says ${wrong}, and detection is ${state}`;
};

const logsAgree: Rule = ({ logCount, waitingCount }, { count }) =>
  logCount === null || logCount + waitingCount === count
    ? undefined
    : `The page counts ${logCount} logs and ${waitingCount} new ones, and there are ${count}`;

/** Also while rows stand still: new ones come last. */
const barCountsRows: Rule = ({ toLookAt, unseen }) =>
  toLookAt === null || unseen === null || toLookAt === unseen
    ? undefined
    : `The bar says ${toLookAt} to look at, and there are ${unseen} rows`;

const quietIsTrue: Rule = ({ claimsQuiet }, { unreviewed, isActive }) =>
  claimsQuiet && isActive && unreviewed > 0
    ? `“Nothing needs your attention” stands there, and ${unreviewed} kinds of detections have not been seen`
    : undefined;

const rowsMoveOn: Rule = ({ areRowsHeld, newest, path }, truth, isStill) => {
  if (!isStill || !/^\/sections\/\d+$/.test(path)) return undefined;
  if (areRowsHeld) return `Rows stand still, and no pointer has been on them for ${STILL_MS / 1000} s`;
  const shown = newest === null ? 0 : Date.parse(newest);
  return truth.newest !== null && shown < truth.newest ? 'The newest log is not on the overview' : undefined;
};

/** The rules, each with the milliseconds within which it must hold again. */
const rules: readonly (readonly [rule: Rule, patienceMs: number])[] = [
  [badgeAgrees, 6_000],
  [barCountsRows, 6_000],
  [logsAgree, 8_000],
  [quietIsTrue, 8_000],
  [rowsMoveOn, 6_000],
];

interface Monkey {
  product: Product;
  page: Page;
  sectionId: number;
  students: readonly string[];
  /** The teacher's access token, from another sign-in. */
  token: string;
  seed: number;
  seconds: number;
}

/**
 * Uses a section's pages at random, for some seconds and at least a tenth as many steps.
 *
 * @returns the number of steps
 * @throws with the seed and the last steps when a rule is violated
 */
export async function letMonkeyPlay({
  product,
  page,
  sectionId,
  students,
  token,
  seed,
  seconds,
}: Monkey): Promise<number> {
  const random = new Random(seed);
  // A separate generator, so that the monkey's steps depend less on the machine's speed.
  const reports = new Random(seed);
  const steps: string[] = [];
  const thrown: string[] = [];
  const startedAt = Date.now();
  let touchedAt = startedAt;
  page.on('pageerror', (error) => void thrown.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      thrown.push(message.text());
  });

  const elapsed = () => `${((Date.now() - startedAt) / 1000).toFixed(1)} s`;
  const log = (step: string) => void steps.push(`${elapsed().padStart(8)}  ${step}`);
  const fail = (sentence: string): never => {
    throw new Error([...steps.slice(-STEPS_SHOWN), `${elapsed()}, seed ${seed}: ${sentence}`].join('\n'));
  };

  const get = async <Schema extends v.GenericSchema>(schema: Schema, path: string): Promise<v.InferOutput<Schema>> => {
    const answer = await fetch(product.url + path, { headers: { Authorization: `Bearer ${token}` } });
    return v.parse(schema, await answer.json());
  };
  const readTruth = async (): Promise<Truth> => {
    const { is_active } = await get(statusSchema, `/detection/sessions/status/${sectionId}/`);
    const { count, results } = await get(logsSchema, `/detection/logs/?section=${sectionId}`);
    const [newest] = results;
    const episodes = new Map<string, { first: number; isOver: boolean; isReviewed: boolean }>();
    for (const log of results.filter(({ session_id }) => session_id === newest?.session_id)) {
      const kind = `${log.student_email} ${log.activity_type}`;
      const time = Date.parse(log.timestamp);
      const episode = episodes.get(kind) ?? { first: time, isOver: false, isReviewed: false };
      episodes.set(kind, episode);
      episode.isOver ||= episode.first - time > EPISODE_GAP_MS;
      if (episode.isOver) continue;
      episode.first = time;
      episode.isReviewed ||= Boolean(log.review);
    }
    return {
      isActive: is_active,
      count,
      newest: newest === undefined ? null : Date.parse(newest.timestamp),
      unreviewed: [...episodes.values()].filter(({ isReviewed }) => !isReviewed).length,
    };
  };

  /** Compares the page with the API. If they differ, the monkey rests until they agree. */
  const check = async () => {
    for (const [rule, patienceMs] of rules) {
      for (const until = Date.now() + patienceMs; ; ) {
        const [truth, shown] = [await readTruth(), await readPage(page)];
        if (thrown.length > 0) fail(`The page threw: ${thrown.join('\n')}`);
        const broken = rule(shown, truth, Date.now() - touchedAt > STILL_MS);
        if (broken === undefined) break;
        if (Date.now() > until) fail(broken);
        await page.waitForTimeout(200);
      }
    }
  };

  const point = async ({ x, y }: Control) => page.mouse.move(x, y, { steps: 4 });

  const act = async () => {
    if (new URL(page.url()).pathname === '/login') return fail('The page signed the teacher out');
    const found = (await controlsOn(page)).filter(({ name }) => !left.test(name));
    const chosen = found.length > 0 ? random.weighted(found, weightOf) : undefined;
    const how = random.next();
    touchedAt = Date.now();
    if (how < 0.06 || chosen === undefined) {
      log('goes back');
      await page.goBack({ timeout: 5_000 }).catch(() => null);
      if (!page.url().startsWith(`${product.url}/`)) await page.goto(`${product.url}/sections/${sectionId}`);
      return;
    }
    if (how < 0.08) {
      log('reloads');
      await page.reload();
    } else if (how < 0.18) {
      const key = random.pick(['Tab', 'Tab', 'Enter', 'Escape', 'ArrowDown', 'Space', 'Shift+Tab']);
      const focused = await page.evaluate(() => document.activeElement?.textContent?.trim() ?? '');
      if (left.test(focused)) return;
      log(`presses ${key}`);
      await page.keyboard.press(key);
    } else if (how < 0.26) {
      log(`moves the pointer over “${chosen.name}”`);
      await point(chosen);
    } else if (how < 0.34) {
      log('scrolls');
      await page.mouse.wheel(0, random.pick([-400, 200, 400]));
    } else if (how < 0.5) {
      log(`taps “${chosen.name}”`);
      await page.touchscreen.tap(chosen.x, chosen.y);
    } else {
      log(`presses “${chosen.name}”`);
      await point(chosen);
      await page.mouse.down();
      await page.mouse.up();
      if (/^(text|search|email|textarea)$/.test(chosen.kind))
        await page.keyboard.type(random.pick(['mil', 'aiko', 'x']));
    }
    touchedAt = Date.now();
  };

  const report = () =>
    product
      .report([
        {
          section_id: sectionId,
          student_email: reports.pick(students),
          activity_type: reports.pick(['no_face', 'multiple_faces', 'suspicious_application', 'looking_away']),
          details: 'Seen by the monkey',
        },
      ])
      // Nothing is recorded while detection is not active.
      .catch(() => {});

  let checkedAt = 0;
  let reportedAt = 0;
  // On a busy machine longer, until it has done something.
  const isOver = () => Date.now() - startedAt >= seconds * 1000 && steps.length > seconds / 10;
  for (let restUntil = 0; !isOver(); ) {
    if (Date.now() - reportedAt > REPORT_MS) {
      reportedAt = Date.now();
      await report();
    }
    if (Date.now() - checkedAt > CHECK_MS) {
      await check();
      checkedAt = Date.now();
    }
    if (Date.now() < restUntil) await page.waitForTimeout(200);
    else if (random.chance(0.04)) {
      log(`rests for ${REST_MS / 1000} s`);
      // Rows stand still for as long as the mouse rests on them.
      await page.mouse.move(2, 2);
      touchedAt = Date.now();
      restUntil = touchedAt + REST_MS;
    } else {
      await act();
      await page.waitForTimeout(random.pick([30, 100, 300]));
    }
  }
  return steps.length;
}
