import { reviewInWords } from '../page/shown';
import type { Facts } from './facts';
import type { Call } from './network';
import { ownerOfSection, type TeacherName } from './teachers';
import type { World } from './world';

/** Says in a sentence how it does not hold, or nothing. */
type Judgement = string | undefined;

/** Holds after everything that happens. */
export type Always = (world: World, facts: Facts) => Judgement;

/** From a round's beginning to its report; a little more than the interval, for what happens at the very moment. */
const STATUS_INTERVAL_MS = 10_000;
const MOMENT_MS = 100;
const CALL_PATIENCE_MS = 30_000;
/** The first connection and five reconnects. */
const MOST_TRIES = 6;

/* 1. Nothing of teacher X is in any context or answer used while Y is signed in, and no call for X's data goes out with
   Y's token. */

/** Nothing of teacher X is in any context while Y is signed in. */
function nothingOfAnotherTeacher(_: World, facts: Facts): Judgement {
  const { knows } = facts;
  const foreign = knows === null ? undefined : facts.foreignTo(knows);
  return foreign && `The ${foreign.machine} holds ${foreign.of}'s data while ${knows} is signed in`;
}

/** … as soon as the page has heard of it: by the storage's news, by being shown, or by its own renewal. */
function pagesFollowTheStorage({ storage }: World, { knows, heard }: Facts): Judgement {
  const isNews = heard.access !== null && heard.access === storage.get('accessToken');
  return knows !== null && isNews && knows !== heard.teacher
    ? `The page is still ${knows}'s, though it has heard that ${heard.teacher} is signed in`
    : undefined;
}

/** No call for X's data goes out with Y's token. */
export function noCallWithAnothersToken({ backend }: World, facts: Facts, call: Call): Judgement {
  const caller = backend.signInOf(call.token)?.teacher;
  if (caller === undefined || call.kind === 'login' || call.kind === 'logout' || call.kind === 'refresh')
    return undefined;
  if (call.section !== undefined && ownerOfSection(call.section) !== caller) {
    return `${call.method} ${call.path} for ${ownerOfSection(call.section)}'s data goes out with ${caller}'s token`;
  }
  if (facts.knows !== null && facts.knows !== caller) {
    return `${call.method} ${call.path} of a page that is ${facts.knows}'s goes out with ${caller}'s token`;
  }
  return undefined;
}

/* 2. What the backend has accepted is what the page shows at rest (sections, students, session), and each write was told
   exactly once, as done, failed or unknown. */

const sameList = (one: readonly string[], other: readonly string[]) => one.join() === other.join();

/**
 * The sections that somebody else has changed, which this page has not asked for since: while its live channel is not open
 * it cannot know of that.
 */
function unknownTo({ backend }: World, { page, changesSeen, simulated }: Facts, teacher: TeacherName): Set<number> {
  if (simulated.channel().state === 'open') return new Set();
  const unseen = backend.changes[teacher].slice(changesSeen);
  return new Set(unseen.flatMap(({ tab, section }) => (tab === page.id ? [] : [section])));
}

/** What the backend has accepted is what the page shows at rest: the sections. */
function sectionsAtRest(world: World, facts: Facts): Judgement {
  const { sections, dialogs } = facts.shown;
  const { knows } = facts;
  if (sections === undefined || knows === null) return undefined;
  // Behind a dialog nobody can press Try again.
  if (sections === null && dialogs.length > 0) return undefined;
  if (sections === null) return 'The sections are not shown, though they can be fetched';
  const unknown = unknownTo(world, facts, knows);
  const inWords = (those: readonly { id: number; name: string; students: readonly unknown[] }[]) =>
    those.filter(({ id }) => !unknown.has(id)).map(({ id, name, students }) => `${name} (${id}, ${students.length})`);
  const there = inWords(world.backend.sectionsOf(knows));
  const shown = inWords(sections);
  return sameList(there.sort(), shown.sort())
    ? undefined
    : `The dashboard shows ${shown.join(', ') || 'nothing'}, the backend has ${there.join(', ') || 'nothing'}`;
}

/** What the backend has accepted is what the page shows at rest: one section and its students. */
function sectionAtRest(world: World, facts: Facts): Judgement {
  const { section, roster } = facts.shown;
  const { knows } = facts;
  if (section === undefined || knows === null) return undefined;
  const id = Number(/^\/sections\/(\d+)/.exec(facts.path)?.[1]);
  const there = world.backend.sections.get(id);
  const isHers = there !== undefined && ownerOfSection(id) === knows;
  if (section === null) {
    return isHers && !unknownTo(world, facts, knows).has(id) ? `${there.name} is said not to be there` : undefined;
  }
  if (there === undefined) return `${section.name} is gone, and its page is still shown`;
  if (!isHers) return `${section.name} is not ${knows}'s, and its page is still shown`;
  if (unknownTo(world, facts, knows).has(id)) return undefined;
  const students = world.studentsOf(there);
  for (const shown of [section.students, roster ?? students]) {
    if (!sameList(shown, students)) {
      return `The page of ${section.name} shows the students ${shown.join(', ') || 'nobody'}, the backend has ${students.join(', ') || 'nobody'}`;
    }
  }
  return undefined;
}

/** What the backend has accepted is what the page shows at rest: the session. */
function sessionAtRest(world: World, facts: Facts): Judgement {
  const { section, badges } = facts.shown;
  const badge = section && badges?.get(section.id);
  if (!badge) return undefined;
  const there = world.backend.sections.get(section.id);
  if (there === undefined) return undefined;
  const really = there.isActive ? 'active' : 'inactive';
  return badge === really ? undefined : `The badge of ${section.name} says ${badge}, and the session is ${really}`;
}

/** … on the dashboard, too, where only the live channel tells of it. */
function badgesAtRest({ backend }: World, { shown, evidence }: Facts): Judgement {
  if (shown.section !== undefined) return undefined;
  for (const [id, badge] of shown.badges ?? []) {
    const there = backend.sections.get(id);
    if (badge === 'unknown' || there === undefined || evidence.get(id)?.isMisled) continue;
    const really = there.isActive ? 'active' : 'inactive';
    if (badge !== really) return `The badge of ${id} on the dashboard says ${badge}, and the session is ${really}`;
  }
  return undefined;
}

/** What the backend has accepted is what the page shows at rest: what became of logs by this page's own doing. */
function logsAtRest({ backend }: World, { hasUntoldChange, shown, page }: Facts): Judgement {
  const { section, logs } = shown;
  if (!section || logs === undefined) return undefined;
  // A refresh that failed is said, and leaves what was there.
  if (shown.saysLogsFailed && hasUntoldChange) return undefined;
  const there = new Map(backend.sections.get(section.id)?.logs.map((log) => [String(log.id), log.review]));
  for (const [id, review] of logs) {
    if (backend.lastChanged.get(id) !== page.id) continue;
    if (!there.has(id)) return `The log ${id} was deleted from here, and is still shown`;
    const really = reviewInWords(there.get(id));
    if (review !== really) return `The log ${id} is shown as ${review}, and is ${really}`;
  }
  return undefined;
}

/** What the backend has accepted is what the page shows at rest: the lessons, as far as no other tab has deleted one. */
function lessonsAtRest({ backend }: World, { shown: { lessons, section }, page }: Facts): Judgement {
  if (!section || lessons === undefined) return undefined;
  const there = (backend.sections.get(section.id)?.lessons ?? []).map(({ id }) => String(id));
  const missing = there.find((id) => !lessons.includes(id));
  if (missing !== undefined) return `The lesson ${missing} of ${section.name} is not among its logs`;
  const gone = lessons.find((id) => backend.deletedLessons.get(Number(id)) === page.id);
  return gone && `The lesson ${gone} of ${section.name} was deleted from here, and is still shown`;
}

/** Each write was told exactly once, as done, failed or unknown. */
function writesAreTold(_: World, { writes, toldOfAny }: Facts): Judgement {
  let left = toldOfAny;
  for (const { kind, told, accepted, reached, excused } of writes) {
    if (excused) continue;
    // A session that was started or stopped, by whomever, is told by its badge, a review that is kept by the logs.
    const isSeen = reached || (kind === 'review' && accepted);
    if (told.length > 0 || isSeen) continue;
    if (left === 0) return `What became of the ${kind} is never told`;
    left -= 1;
  }
  return undefined;
}

/** … before she is logged out, unless she would not wait. */
export function logoutsLoseNothing(world: World, facts: Facts, call: Call): Judgement {
  return call.kind === 'logout' && !facts.givesUp ? writesAreTold(world, facts) : undefined;
}

/** … and whoever has decided to log out is logged out, unless a change has failed. Asked of a page that is still hers. */
export function logoutsHappen({ loggedOut, failures, failuresBefore }: Facts): Judgement {
  return loggedOut !== null && failures === failuresBefore
    ? `${loggedOut} wanted to be logged out, and is still signed in, though nothing has failed`
    : undefined;
}

/** Each write was told once: never a second time. */
function writesAreToldOnce(_: World, { unexplained }: Facts): Judgement {
  return unexplained;
}

/** A page shows something; a section that turns out to be gone says so and leads back. */
function noBlankPage(_: World, { shown, path }: Facts): Judgement {
  return shown.blank ? `The page ${path} is blank` : undefined;
}

/** At rest no page goes on loading. */
function nothingLoadsAtRest(_: World, { shown, path }: Facts): Judgement {
  return shown.isLoading ? `The page ${path} never ends loading` : undefined;
}

/** A dialog or the screenshot is open only when its button was pressed since the page was entered. */
function dialogsAreOpened(_: World, { shown, opened, path }: Facts): Judgement {
  const byItself = shown.dialogs.find((dialog) => !opened.has(dialog));
  return byItself && `The dialog “${byItself}” is open on ${path}, though nobody has opened it there`;
}

/** Tabs that lose the session say why. */
function lostSessionsAreExplained({ ends }: World, facts: Facts): Judgement {
  const isSignedIn = facts.simulated.isSignedIn();
  const wasSignedIn = facts.wasSignedIn;
  facts.wasSignedIn = isSignedIn;
  if (isSignedIn && !wasSignedIn) facts.endsBefore = ends.length;
  if (isSignedIn || !wasSignedIn || facts.loggedOut !== null) return undefined;
  const { explanation } = facts.shown;
  return explanation === null ? 'The teacher is signed out and not told why' : undefined;
}

/** … and the reason is the right one, once the browser has told of it. */
function explanationsAreTrue({ ends }: World, { simulated, shown, endsBefore }: Facts): Judgement {
  if (simulated.isSignedIn() || !shown.explanation) return undefined;
  const why = shown.explanation.includes('expired') ? 'expired' : 'signedOut';
  const since = ends.slice(endsBefore);
  return since.length === 0 || since.includes(why)
    ? undefined
    : `It says “${shown.explanation}”, and the sign-in has ended otherwise: ${since.join(', ')}`;
}

/* 3. At most one refresh at a time over both tabs, no refresh token sent twice except within a lost answer, and nobody is
   signed out whose sign-in is alive. */

/** At most one refresh at a time over both tabs. */
export function oneRefreshAtATime({ tabs }: World, call: Call): Judgement {
  if (call.kind !== 'refresh') return undefined;
  const others = tabs.flatMap(({ page }) => [...page.calls]).filter((one) => one.kind === 'refresh' && one !== call);
  return others.length > 0 ? 'Two refreshes are under way at once' : undefined;
}

/** No refresh token is sent twice except within a lost answer. */
export function noRefreshTokenTwice({ refreshAnswered }: World, call: Call): Judgement {
  if (call.kind !== 'refresh') return undefined;
  return refreshAnswered.has(refreshIn(call)) ? 'A refresh token is sent again, though it was answered' : undefined;
}

export const refreshIn = ({ body }: Call): string =>
  String(typeof body === 'object' && body !== null ? Reflect.get(body, 'refresh') : '');

/** Nobody is signed out whose sign-in is alive: neither by clearing the storage … */
export function nobodyIsCleared(world: World, facts: Facts, key: string, value: string | null): Judgement {
  if (key !== 'accessToken' || value !== null) return undefined;
  const refresh = world.storage.get('refreshToken');
  const stored = world.backend.signInOf(world.storage.get('accessToken'));
  if (stored === undefined || !stored.alive || refresh === null) return undefined;
  if (facts.loggedOut === stored.teacher) return undefined;
  if (world.refreshRefused.has(refresh) || !world.backend.isRenewable(refresh)) return undefined;
  return `${stored.teacher} is signed out, though this sign-in is alive`;
}

/** … nor by putting the tokens of another sign-in, renewed, in the place of this one. */
export function nobodyIsReplaced(world: World, key: string, value: string | null): Judgement {
  if (value === null || (key !== 'accessToken' && key !== 'refreshToken')) return undefined;
  const before = world.backend.signInOf(world.storage.get('refreshToken'));
  const after = world.backend.signInOf(value);
  if (before === undefined || after === undefined || before === after || !before.alive) return undefined;
  return world.freshSignIns.has(after)
    ? undefined
    : `The renewed tokens of ${after.teacher} take the place of a sign-in of ${before.teacher} that is alive`;
}

/** Nobody is signed out whose sign-in is alive: at rest every tab is signed in exactly when the browser is. */
function tabsAgreeAtRest({ storage, backend }: World, { simulated }: Facts): Judgement {
  const access = storage.get('accessToken');
  const refresh = storage.get('refreshToken');
  if (access === null) return simulated.isSignedIn() ? 'The page is signed in without a token' : undefined;
  if (refresh === null || !backend.isRenewable(refresh)) return undefined;
  return simulated.isSignedIn() ? undefined : 'The page is signed out, though the sign-in of this browser is alive';
}

/* 4. At most one status call and one logs call of a section under way, the next status call never more than 10 s + its own
   time away, and no timer, listener, socket or call left of what has ended. */

/** At most one status call and one logs call of a section under way. */
export function oneCallOfAKind({ page }: Facts, call: Call): Judgement {
  if (call.kind !== 'status' && call.kind !== 'logs') return undefined;
  const same = [...page.calls].filter(({ kind, section }) => kind === call.kind && section === call.section);
  return same.length > 1 ? `Two ${call.kind} calls of one section are under way` : undefined;
}

/** The next status call is never more than 10 s + its own time away. */
function statusCallsGoOn({ clock }: World, facts: Facts): Judgement {
  const last = facts.statusRounds.at(-1);
  if (last === undefined || last.endedAt === null || facts.page.tab.frozen) return undefined;
  if (clock.now === facts.thawedAt || !facts.isPolled()) return undefined;
  const wait = clock.now - last.startedAt;
  return wait > STATUS_INTERVAL_MS + (last.endedAt - last.startedAt) + MOMENT_MS
    ? `The status was last asked for ${wait / 1000} s ago`
    : undefined;
}

/** A round without an answer counts as unanswered: after 10 s the page says so. */
function silenceIsReported({ clock }: World, facts: Facts): Judgement {
  const { statusSilentSince, pollFailed } = facts;
  if (statusSilentSince === null || pollFailed || facts.page.tab.frozen || clock.now === facts.thawedAt)
    return undefined;
  if (clock.now - statusSilentSince <= STATUS_INTERVAL_MS + MOMENT_MS) return undefined;
  return facts.shown.saysUnchecked === false
    ? 'The status call hangs, and nobody is told that the status could not be checked'
    : undefined;
}

/** A late answer of this round still counts: no status call is given up while nothing else is heard of the session. */
export function lateAnswersCount({ clock }: World, facts: Facts, call: Call): Judgement {
  if (call.kind !== 'status' || facts.statusSilentSince === null || !facts.isPolled()) return undefined;
  // The patience that every call has is not for this one alone.
  if (clock.now - call.sentAt >= CALL_PATIENCE_MS) return undefined;
  return 'The answer of a status call comes to nothing, though nothing newer was heard';
}

/** No socket or call is left of what has ended. */
function nothingIsLeft({ backend }: World, { page, simulated, path, knows }: Facts): Judgement {
  const isSignedIn = simulated.isSignedIn();
  if (page.sockets.size > (isSignedIn ? 1 : 0)) return `${page.sockets.size} sockets are open`;
  for (const { kind, section, method, path: called, token } of page.calls) {
    const isOfSection = kind === 'status' || kind === 'logs' || kind === 'lessons';
    if (isOfSection && !`${path}/`.startsWith(`/sections/${section}/`)) {
      return `${method} ${called} goes on, though the section was left`;
    }
    if (kind === 'search' && !path.endsWith('/add-students')) {
      return `${method} ${called} goes on, though the page was left`;
    }
    const caller = backend.signInOf(token)?.teacher;
    if (knows !== null && caller !== undefined && caller !== knows && kind !== 'logout') {
      return `${method} ${called} of ${caller} goes on, though ${knows} is signed in`;
    }
    if (!isSignedIn && !['login', 'logout', 'refresh', 'user'].includes(kind)) {
      return `${method} ${called} goes on, though the teacher is signed out`;
    }
  }
  return undefined;
}

/** What a page holds of its browser at rest. */
export interface Held {
  where: string;
  timers: number;
  listeners: number;
  sockets: number;
}

/** No timer or listener is left of what has ended: there are no more than a page has that was just opened. */
export function moreThanFresh(was: Held, fresh: Held): Judgement {
  if (was.where !== fresh.where) return undefined;
  const more = (['timers', 'listeners', 'sockets'] as const).find((what) => was[what] > fresh[what]);
  return more && `At ${was.where} there were ${was[more]} ${more}, and there are ${fresh[more]} when it is just opened`;
}

/* 5. The badge never says active or inactive without a message that said so after the last change that the page knows
   of. */

/** The badge never says active or inactive without a message that said so. */
function badgeHasEvidence(_: World, { shown, evidence }: Facts): Judgement {
  for (const [id, badge] of shown.badges ?? []) {
    if (badge === 'unknown') continue;
    const known = evidence.get(id);
    if (known === undefined || known[badge] === 0) return `The badge of ${id} says ${badge}, and nothing has said so`;
    const { change } = known;
    if (change.at > known[badge] && change.isActive !== (badge === 'active')) {
      return `The badge of ${id} says ${badge}, and the last change that the page knows of says otherwise`;
    }
  }
  return undefined;
}

/** While a start or stop is under way, too, it says what was said last. */
function badgeSaysTheLast(_: World, { shown, evidence }: Facts): Judgement {
  for (const [id, badge] of shown.badges ?? []) {
    const last = evidence.get(id)?.last ?? null;
    if (badge === 'unknown' || last === null) continue;
    if (last !== (badge === 'active')) return `The badge of ${id} says ${badge}, and what was said last is otherwise`;
  }
  return undefined;
}

/* 6. The live channel is open, on its way, or says that it is not; never a sixth try in a round. */

/** The live channel is open, on its way, or says that it is not. */
function channelIsTrue(_: World, facts: Facts): Judgement {
  const { simulated, page } = facts;
  if (!simulated.isSignedIn()) return undefined;
  const { state, says } = simulated.channel();
  if (state === 'off') return 'The live channel is off, though a teacher is signed in';
  if (state === 'silent' && says === undefined) return 'The live channel is not open, and says nothing';
  const isOpen = [...page.sockets].some(({ readyState }) => readyState === 1);
  return state === 'open' && !isOpen && !page.tab.frozen
    ? 'The live channel says that it is open, and is not'
    : undefined;
}

/** Never a sixth try in a round. */
export function neverASixthTry({ tries }: Facts): Judgement {
  return tries > MOST_TRIES ? 'A sixth reconnect in one round' : undefined;
}

/** At rest the live channel is open, or says that it has been given up. */
function channelAtRest(_: World, { simulated }: Facts): Judgement {
  if (!simulated.isSignedIn()) return undefined;
  const { state } = simulated.channel();
  return state === 'onItsWay' ? 'The live channel never opens, and goes on without saying so' : undefined;
}

/* 7. No actor is in error, no promise unhandled. */

/** No actor is in error. */
function noActorFails(_: World, { failure }: Facts): Judgement {
  return failure;
}

export const always: Record<string, Always> = {
  nothingOfAnotherTeacher,
  pagesFollowTheStorage,
  writesAreToldOnce,
  noBlankPage,
  dialogsAreOpened,
  lostSessionsAreExplained,
  statusCallsGoOn,
  silenceIsReported,
  nothingIsLeft,
  badgeHasEvidence,
  badgeSaysTheLast,
  channelIsTrue,
  noActorFails,
};

/** Holds once everything has come to rest. */
export const atRest: Record<string, Always> = {
  nothingLoadsAtRest,
  sectionsAtRest,
  sectionAtRest,
  sessionAtRest,
  badgesAtRest,
  explanationsAreTrue,
  logsAtRest,
  lessonsAtRest,
  writesAreTold,
  tabsAgreeAtRest,
  channelAtRest,
};
