import { attendanceIn, type StoredSection } from './backend';
import type { Facts } from './facts';
import * as look from './look';
import { type Call, isWrite } from './network';
import { directory, ownerOfSection } from './teachers';
import type { World } from './world';

/** Says in a sentence how a rule is broken, or nothing. */
type Judgement = string | undefined;

export type Rule = (world: World, facts: Facts) => Judgement;

/** Rows stand still for that long after the last movement on them, by the product's promise. */
const ROWS_STILL_MS = 5_000;
/** Logs of one student and kind that are at most this far apart are one episode. */
const EPISODE_GAP_MS = 60_000;
/** The button that has turned into its opposite ignores presses for so long. */
const OPPOSITE_REST_MS = 2_000;
/** Nothing is claimed of a section that has not been confirmed for so long. */
const STALE_MS = 25_000;
/** When very many messages come, those of so long are passed on together. */
const BURST_MS = 100;
/** For ticks of the page's clock and the ways through the network. */
const MOMENT_MS = 1_200;
/** Every call is aborted after that long without an answer. */
const CALL_PATIENCE_MS = 30_000;

/* Whatever happens, at any moment. */

function pageIsNotBlank(_: World, { page }: Facts): Judgement {
  return look.bodyText(page) === '' ? `The page ${page.tab.path} is blank` : undefined;
}

function oneTeacherIsShown({ storage }: World, { page, heard }: Facts): Judgement {
  const owners = look.ownersOf(page);
  const [owner] = owners;
  if (owners.length > 1) return 'Data of two teachers is on one page';
  // As soon as the page has heard of it: by the storage event, by being shown, or by its own renewal.
  const isNews = heard.access !== null && heard.access === storage.get('accessToken');
  return owner !== undefined && isNews && look.isSignedIn(page) && owner !== heard.teacher
    ? `The page shows ${owner}'s data, though it has heard that ${heard.teacher} is signed in`
    : undefined;
}

function lostSessionsAreExplained(_: World, facts: Facts): Judgement {
  const { page, wasSignedIn, isLoggingOut } = facts;
  const isSignedIn = look.isSignedIn(page);
  facts.wasSignedIn = isSignedIn || (wasSignedIn && !page.tab.path.startsWith('/login'));
  if (facts.wasSignedIn || !wasSignedIn || isLoggingOut) return undefined;
  return /Session expired|signed out in another window/.test(look.bodyText(page))
    ? undefined
    : 'The teacher is signed out and not told why';
}

/** A dialog opens when the teacher presses something, and never by itself. */
function dialogsAreOpened(_: World, facts: Facts): Judgement {
  const before = facts.dialogs;
  facts.dialogs = look.dialogsOn(facts.page);
  // Logging out asks once more when the start that it waited for has come about.
  if (facts.isActing || facts.isLoggingOut) return undefined;
  const opened = facts.dialogs.find((title) => !before.includes(title));
  return opened === undefined ? undefined : `The dialog “${opened}” opened by itself`;
}

/** No row stands still with nobody on it. */
function rowsMoveOn({ clock }: World, { page, touchedAt }: Facts): Judgement {
  const since = clock.now - touchedAt;
  return since > ROWS_STILL_MS + MOMENT_MS && look.areRowsHeld(page)
    ? `Rows stand still, though nobody has touched them for ${since / 1000} s`
    : undefined;
}

/**
 * “Nothing needs your attention” stands there only while something watches, give or take the time until a poll fails. A page that has just
 * thawed first has to notice how late it is.
 */
function quietIsWatched({ backend, clock }: World, { page, awakeAt }: Facts): Judgement {
  if (clock.now - awakeAt <= MOMENT_MS) return undefined;
  const id = look.sectionAt(page.tab.path);
  const section = id === undefined ? undefined : backend.sections.get(id);
  if (section === undefined || section.unwatchedSince === null || !look.lookNowOn(page)?.claimsQuiet) return undefined;
  return clock.now - section.unwatchedSince > STALE_MS + MOMENT_MS
    ? `“Nothing needs your attention” stands there, though nothing has watched for ${(clock.now - section.unwatchedSince) / 1000} s`
    : undefined;
}

/** What the page was told, and what is still so, is not replaced by an older answer. */
function badgeKeepsTheNews({ backend, clock }: World, { page, told }: Facts): Judgement {
  const id = look.sectionAt(page.tab.path);
  const badge = look.barOn(page)?.badge;
  const badges = badge === undefined ? (look.tilesOn(page) ?? []) : [{ id: id ?? 0, badge }];
  for (const shown of badges) {
    const section = backend.sections.get(shown.id);
    const known = told.get(shown.id);
    if (shown.badge === 'unknown' || section === undefined || known === undefined) continue;
    if (clock.now - known.heardAt <= BURST_MS) continue;
    const isUnchanged = known.isActive === section.isActive && section.movedAt <= known.at;
    if (isUnchanged && (shown.badge === 'active') !== section.isActive) {
      return `The badge of ${shown.id} says ${shown.badge}, though the page was told otherwise, and nothing has changed since`;
    }
  }
  return undefined;
}

/**
 * A press in the first two seconds after Start turned into Stop, or back, counts for nothing: it was meant for what was there
 * before. So a second press never undoes the first, nor what somebody else did at that moment.
 */
function oppositesRest(_: World, { page, pressedAfterTurn }: Facts): Judgement {
  if (pressedAfterTurn === undefined || pressedAfterTurn >= OPPOSITE_REST_MS) return undefined;
  return look.barOn(page)?.isMoving
    ? `A press counts ${pressedAfterTurn / 1000} s after the button has turned into its opposite`
    : undefined;
}

/** No success is told that was not, or twice. */
function successesAreToldOnce(_: World, { writes, tellings }: Facts): Judgement {
  for (const [kind, count] of tellings) {
    const succeeded = writes.filter((write) => write.kind === kind && write.mayHaveSucceeded).length;
    if (count > succeeded) return `A success of “${kind}” was told ${count} times, and there were ${succeeded}`;
  }
  return undefined;
}

/** No call or socket is left of what has ended. */
function nothingIsLeft(_: World, { page, heard }: Facts): Judgement {
  const isPublic = heard.access === null && !look.isSignedIn(page);
  if (page.sockets.size > (isPublic ? 0 : 1)) return `${page.sockets.size} sockets are open on ${page.tab.path}`;
  const { pathname } = new URL(page.tab.path, 'https://any.example');
  for (const { kind, section, method, path } of page.calls) {
    const isOfSection = ['status', 'logs', 'lessons', 'attendance', 'coverage'].includes(kind);
    const isLeft =
      (isOfSection && !`${pathname}/`.startsWith(`/sections/${section}/`)) ||
      (kind === 'search' && !pathname.endsWith('/add-students')) ||
      (isPublic && !['login', 'logout', 'refresh', 'user'].includes(kind));
    if (isLeft) return `${method} ${path} goes on, though ${pathname} is open`;
  }
  return undefined;
}

export const always: Record<string, Rule> = {
  pageIsNotBlank,
  oneTeacherIsShown,
  lostSessionsAreExplained,
  dialogsAreOpened,
  rowsMoveOn,
  quietIsWatched,
  badgeKeepsTheNews,
  oppositesRest,
  successesAreToldOnce,
  nothingIsLeft,
};

/* Once everything has come to rest. */

function nothingLoadsAtRest(_: World, { page }: Facts): Judgement {
  return look.isLoading(page) ? `The page ${page.tab.path} never ends loading` : undefined;
}

/** A protected page is shown exactly while this browser is signed in. */
function tabsAgreeAtRest({ storage, backend }: World, { page }: Facts): Judgement {
  const isSignedIn = look.isSignedIn(page);
  const [access, refresh] = [storage.get('accessToken'), storage.get('refreshToken')];
  if (access === null) return isSignedIn ? 'The page is signed in without a token' : undefined;
  const isProtected = /^\/(dashboard|sections|change-password)/.test(page.tab.path);
  const isAlive = refresh !== null && backend.isRenewable(refresh);
  return isProtected && isAlive && !isSignedIn ? 'The page is not shown, though the sign-in is alive' : undefined;
}

function channelIsTrueAtRest(_: World, { page }: Facts): Judgement {
  if (!look.isSignedIn(page)) return undefined;
  const isOpen = [...page.sockets].some(({ readyState }) => readyState === 1);
  const complains = /Live updates (lost|off)|You are offline|Offline since/.test(look.bodyText(page));
  if (isOpen && complains) return 'The live channel is open, and the page says that it is not';
  return isOpen || complains ? undefined : 'The live channel is not open, and the page says nothing';
}

const differ = (what: string, shown: unknown, there: unknown): Judgement =>
  JSON.stringify(shown) === JSON.stringify(there)
    ? undefined
    : `${what}: the page shows ${JSON.stringify(shown)}, the backend has ${JSON.stringify(there)}`;

function dashboardAtRest({ backend, storage }: World, { page }: Facts): Judgement {
  const tiles = look.tilesOn(page);
  const teacher = backend.signInOf(storage.get('accessToken'))?.teacher;
  if (tiles === undefined || teacher === undefined) return undefined;
  const there = backend.sectionsOf(teacher).map(({ id, name, students, isActive }) => ({
    id,
    name,
    students: students.length,
    badge: isActive ? 'active' : 'inactive',
  }));
  const byId = (one: { id: number }, other: { id: number }) => one.id - other.id;
  // Nothing has been said of a section that was just created.
  const unknown = new Set(tiles.flatMap(({ id, badge }) => (badge === 'unknown' ? [id] : [])));
  const known = there.map((one) => (unknown.has(one.id) ? { ...one, badge: 'unknown' } : one));
  return differ('The sections', tiles.toSorted(byId), known.toSorted(byId));
}

function sectionAtRest(world: World, { page }: Facts): Judgement {
  const { backend } = world;
  const bar = look.barOn(page);
  const id = look.sectionAt(page.tab.path);
  if (id === undefined || !look.isSignedIn(page)) return undefined;
  const there = backend.sections.get(id);
  if (bar === undefined) {
    const isTheirs = there !== undefined && look.ownersOf(page).includes(ownerOfSection(id));
    return isTheirs ? `${there.name} is there, and its page does not show it` : undefined;
  }
  if (there === undefined) return `The section ${id} is gone, and its page is still shown`;
  if (!look.bodyText(page).includes(there.name) && !page.tab.path.includes('/lessons/'))
    return `The page of ${there.name} does not name it`;
  if (bar.confirmedAgo === undefined || Number(bar.confirmedAgo) > 11) return 'The status is not confirmed at rest';
  const students = look.studentsOn(page);
  const emails = world.studentsOf(there);
  return (
    differ('The badge', bar.badge, there.isActive ? 'active' : 'inactive') ??
    (students && differ('The students', students, 'emails' in students ? { emails } : { count: emails.length }))
  );
}

function logsAtRest({ backend }: World, { page }: Facts): Judgement {
  const there = backend.sections.get(look.sectionAt(page.tab.path) ?? 0);
  if (there === undefined || look.barOn(page) === undefined) return undefined;
  const times = there.logs.map(({ timestamp }) => timestamp);
  const newest = look.newestLogsOn(page);
  const table = look.logsOn(page);
  const lessons = look.lessonsOn(page);
  const reviewWords = { seen: 'Seen', dismissed: 'Dismissed' };
  const reviews = there.logs.map(({ review }) => (review ? reviewWords[review.state] : 'Not reviewed'));
  return (
    (newest && differ('The newest logs', newest, { count: times.length, times: times.slice(0, 5) })) ??
    (table &&
      differ('The logs', table.shown, {
        count: times.length - table.waiting,
        times: times.slice(table.waiting).slice(0, 20),
        reviews: reviews.slice(table.waiting).slice(0, 20),
      })) ??
    (lessons === undefined ? undefined : differ('The lessons', lessons, there.lessons.length))
  );
}

/** The bar counts the rows of “Look now”, and quiet is claimed only when nothing needs attention. */
function lookNowAtRest({ backend }: World, { page }: Facts): Judgement {
  const there = backend.sections.get(look.sectionAt(page.tab.path) ?? 0);
  const rows = look.lookNowOn(page);
  const bar = look.barOn(page);
  if (there === undefined || rows === undefined || bar === undefined) return undefined;
  if (bar.toLookAt !== undefined && bar.toLookAt !== rows.unseen)
    return `The bar says ${bar.toLookAt} to look at, and there are ${rows.unseen} rows`;
  if (rows.claimsQuiet && there.unwatchedSince !== null) return 'Quiet is claimed while nothing watches';
  if (rows.claimsQuiet && watchedIn(there) < there.students.length && isAttended(there))
    return 'Quiet is claimed of students whom nobody watches';
  const lesson = there.isActive ? there.lessons[0]?.id : there.logs[0]?.session_id;
  if (lesson === undefined) return undefined;
  const unseen = unseenIn(there.logs.filter(({ session_id }) => session_id === lesson));
  const areHidden = rows.students.some(isCover);
  return areHidden
    ? differ('To look at', rows.unseen, unseen.length)
    : differ('Who is to look at', rows.students, unseen);
}

/** Students have numbers in projector mode. */
const isCover = (name: string) => /^Student \d+$/.test(name);

/** Students were invited, and somebody has come. */
const isAttended = (section: StoredSection) => section.door?.code != null && attendanceIn(section).attendees.length > 0;

/** How many of the section's students are watched on their devices. */
const watchedIn = (section: StoredSection) =>
  attendanceIn(section).attendees.filter(({ state, student_id }) => state === 'watching' && student_id !== null).length;

/**
 * Who is said to be watched is watched at this moment: a paused, silent or dark device, one at the door and one that has left
 * watches nobody.
 */
function attendanceAtRest({ backend }: World, { page }: Facts): Judgement {
  const there = backend.sections.get(look.sectionAt(page.tab.path) ?? 0);
  const bar = look.barOn(page);
  if (there === undefined || bar === undefined || !there.isActive) return undefined;
  const { attendees, excuses = [] } = attendanceIn(there);
  const watching = isAttended(there) ? { count: watchedIn(there), of: there.students.length } : undefined;
  const seats = isAttended(there) && there.agents === 'watching' ? look.seatsOn(page) : undefined;
  const isWatched = (id: number) => attendees.some((one) => one.student_id === id && one.state === 'watching');
  const stored = directory
    .filter(({ id }) => there.students.includes(id))
    .map(({ id, name }) => {
      const isExcused = excuses.some(({ student_id }) => student_id === id);
      return { name, isExcused, isUnwatched: !isWatched(id) };
    });
  return (
    differ('Who watches', bar.watching, watching) ??
    differ('Who is at the door', bar.waiting, attendees.filter(({ state }) => state === 'knocking').length) ??
    (seats &&
      differ(
        'The seats',
        said(seats),
        said(
          stored,
          seats.some(({ name }) => isCover(name)),
        ),
      ))
  );
}

/** In any order. Of those who are excused nothing else needs to be said. */
const said = (seats: readonly { name: string; isExcused: boolean; isUnwatched: boolean }[], areHidden = false) =>
  seats
    .map(({ name, isExcused, isUnwatched }) => {
      const state = isExcused ? 'excused' : isUnwatched ? 'not watched' : 'watched';
      return isCover(name) || areHidden ? state : `${name}: ${state}`;
    })
    .sort();

/** What Undo took back is taken back at the backend, too: a review of its own is sent for each. */
function undoneIsSent(_: World, { undone, takenBack }: Facts): Judgement {
  const isKept = undone.some((before, index) => takenBack - before < undone.length - index);
  return isKept ? 'A review was undone on the page, and nothing was sent about it' : undefined;
}

/** The names of those with an episode that was not reviewed. A review of any of its logs counts. */
function unseenIn(newestFirst: StoredSection['logs']): string[] {
  const ofKind = new Map<string, { name: string; first: number; isReviewed: boolean }>();
  const episodes = newestFirst.map(({ student_name, student_email, activity_type, timestamp, review }) => {
    const [kind, time] = [`${student_email} ${activity_type}`, Date.parse(String(timestamp))];
    const later = ofKind.get(kind);
    const isOne = later !== undefined && later.first - time <= EPISODE_GAP_MS;
    const episode = isOne ? later : { name: String(student_name), first: time, isReviewed: false };
    Object.assign(episode, { first: time, isReviewed: episode.isReviewed || review !== null });
    ofKind.set(kind, episode);
    return episode;
  });
  return [...new Set(episodes.flatMap(({ name, isReviewed }) => (isReviewed ? [] : [name])))].sort();
}

/** Whatever became of a write, the page has said or shown it. */
function writesAreTold(_: World, { writes }: Facts): Judgement {
  const silent = writes.find(({ told, excused }) => !told && !excused);
  return silent && `What became of the ${silent.kind} is never told`;
}

export const atRest: Record<string, Rule> = {
  nothingLoadsAtRest,
  tabsAgreeAtRest,
  channelIsTrueAtRest,
  dashboardAtRest,
  sectionAtRest,
  logsAtRest,
  lookNowAtRest,
  attendanceAtRest,
  undoneIsSent,
  writesAreTold,
};

/* When a call is sent or aborted, or the storage is written. */

export function tokenIsTheirs({ backend }: World, { page }: Facts, call: Call): Judgement {
  const caller = backend.signInOf(call.token)?.teacher;
  if (caller === undefined || ['login', 'logout', 'refresh', 'user'].includes(call.kind)) return undefined;
  const owner = call.section === undefined ? caller : ownerOfSection(call.section);
  const [shown = caller] = look.ownersOf(page);
  if (owner !== caller) return `${call.method} ${call.path} for ${owner}'s data goes out with ${caller}'s token`;
  return shown === caller ? undefined : `${call.method} ${call.path} of ${shown}'s page has ${caller}'s token`;
}

export const refreshIn = ({ body }: Call): string =>
  String(typeof body === 'object' && body !== null ? Reflect.get(body, 'refresh') : '');

export function oneRefreshAtATime({ tabs, refreshAnswered }: World, call: Call): Judgement {
  if (call.kind !== 'refresh') return undefined;
  const others = tabs.flatMap(({ page }) => [...page.calls]).filter((one) => one.kind === 'refresh' && one !== call);
  if (others.length > 0) return 'Two refreshes are under way at once';
  return refreshAnswered.has(refreshIn(call)) ? 'A refresh token is sent again, though it was answered' : undefined;
}

/** A section has at most one call of each of these under way. */
export function oneCallOfAKind({ page }: Facts, call: Call): Judgement {
  if (!['status', 'logs', 'attendance', 'coverage'].includes(call.kind)) return undefined;
  const same = [...page.calls].filter(({ kind, section }) => kind === call.kind && section === call.section);
  return same.length > 1 ? `Two ${call.kind} calls of one section are under way` : undefined;
}

/** A write that was sent is never given up while its session goes on. */
export function writesAreKept({ clock, backend, storage }: World, { isLoggingOut }: Facts, call: Call): Judgement {
  if (!isWrite(call) || isLoggingOut || clock.now - call.sentAt >= CALL_PATIENCE_MS) return undefined;
  const hasSession = backend.signInOf(call.token) === backend.signInOf(storage.get('accessToken'));
  return hasSession ? `${call.method} ${call.path} is given up, though it was sent` : undefined;
}

/** Nobody is signed out whose sign-in is alive: neither by clearing the storage … */
export function nobodyIsCleared(world: World, facts: Facts, key: string, value: string | null): Judgement {
  if (key !== 'accessToken' || value !== null || facts.isLoggingOut) return undefined;
  const refresh = world.storage.get('refreshToken');
  const stored = world.backend.signInOf(world.storage.get('accessToken'));
  if (stored === undefined || !stored.alive || refresh === null) return undefined;
  if (world.refreshRefused.has(refresh) || !world.backend.isRenewable(refresh)) return undefined;
  return `${stored.teacher} is signed out, though this sign-in is alive`;
}

/** … nor by putting renewed tokens of another sign-in in its place. */
export function nobodyIsReplaced(world: World, key: string, value: string | null): Judgement {
  if (value === null || (key !== 'accessToken' && key !== 'refreshToken')) return undefined;
  const before = world.backend.signInOf(world.storage.get('refreshToken'));
  const after = world.backend.signInOf(value);
  if (before === undefined || after === undefined || before === after || !before.alive) return undefined;
  return world.freshSignIns.has(after)
    ? undefined
    : `Renewed tokens of ${after.teacher} replace a sign-in of ${before.teacher} that is alive`;
}
