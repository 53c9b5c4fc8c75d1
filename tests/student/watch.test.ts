import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { EventObject } from 'xstate';
import type { View } from '../../student/src/machines/view';
import type { WatchContext, WatchEvent } from '../../student/src/machines/watch/types';
import { watchedIn, watchMachine } from '../../student/src/machines/watchMachine';
import type { Watched } from '../../student/src/services/types';
import { heldCallback, startUnderParent } from '../support/actors';
import { idle } from '../support/idle';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A watch with a frame a second, and what it reports. The student has just been seen for the first time, unless told otherwise. */
function watched({ isReady = true, earlier = null as Watched | null } = {}) {
  const frames = heldCallback<WatchEvent, EventObject, Pick<WatchContext, 'lookedAt'>>();
  const page = heldCallback<WatchEvent>();
  const machine = idle(watchMachine).provide({ actors: { watchFrames: frames.logic, watchPage: page.logic } });
  const { reports, actor } = startUnderParent(machine, { earlier });
  let at = earlier?.lookedAt ?? (isReady ? -3_000 : 0);
  const watch = {
    actor,
    page: page.send,
    frames: frames.send,
    episodes: () => reports.filter(({ type }) => type.startsWith('episode.')),
    told: () => reports.flatMap((report) => (report.type === 'watch.told' ? [report.told] : [])),
    /** Since when each was told, where it is not since then. */
    toldSince: () =>
      reports.flatMap((report) =>
        report.type === 'watch.told' && typeof report.since === 'number' ? [[report.told, report.since]] : [],
      ),
    stalled: () => reports.flatMap((report) => (report.type === 'watch.stalled' ? [report.fault] : [])),
    reports,
    show(view: View, seconds: number, isStill = false) {
      for (let second = 0; second < seconds; second += 1) {
        at += 1_000;
        vi.advanceTimersByTime(1_000);
        frames.send({ type: 'frame.seen', view, at, elapsed: 1_000, isStill });
      }
    },
    hide(seconds: number) {
      for (let second = 0; second < seconds; second += 1) {
        at += 1_000;
        vi.advanceTimersByTime(1_000);
        frames.send({ type: 'frame.hidden', at, elapsed: 1_000 });
      }
    },
    /** No picture is looked at. */
    wait(milliseconds: number) {
      at += milliseconds;
      vi.advanceTimersByTime(milliseconds);
    },
    miss(elapsed: number) {
      at += elapsed;
      frames.send({ type: 'frames.missed', at, elapsed });
    },
  };
  if (isReady && earlier === null) {
    watch.show('one', 3);
    reports.length = 0;
    reports.push({ type: 'watch.told', told: 'watching' });
  }
  return watch;
}

test.each<[view: View, kind: string, seconds: number]>([
  ['none', 'no_face', 8],
  ['several', 'multiple_faces', 5],
])('%s in view is reported as %s after %i s, not before, and is over after 2 s without it', (view, kind, seconds) => {
  const { episodes, show } = watched();
  show('one', 3);
  show(view, seconds);
  expect(episodes()).toEqual([]);
  show(view, 1);
  expect(episodes()).toEqual([{ type: 'episode.started', kind, at: 4_000 }]);
  show('one', 2);
  show(view, 10);
  expect(episodes()).toHaveLength(1);
  show('one', 3);
  expect(episodes()[1]).toEqual({ type: 'episode.ended', kind, at: (3 + seconds + 1 + 2 + 10 + 1) * 1_000 });
});

test('leaving the page is reported after 3 s as of the moment it was left, and ends when the student is back for 2 s', () => {
  const { episodes, page, show } = watched();
  show('one', 1);
  page({ type: 'page.left', at: 1_400 });
  show('one', 3);
  expect(episodes()).toEqual([]);
  show('one', 1);
  expect(episodes()).toEqual([{ type: 'episode.started', kind: 'suspicious_application', at: 1_400 }]);
  show('one', 8);
  page({ type: 'page.entered', at: 13_400 });
  show('one', 3);
  expect(episodes()[1]).toEqual({ type: 'episode.ended', kind: 'suspicious_application', at: 13_400 });
});

test('a glance at another window is not reported', () => {
  const { episodes, page, show } = watched();
  page({ type: 'page.left', at: 0 });
  show('one', 2);
  page({ type: 'page.entered', at: 2_500 });
  show('one', 10);
  expect(episodes()).toEqual([]);
});

test('a dark picture is told as dark after 3 s, and never as an absent student', () => {
  const { episodes, told, show } = watched();
  show('one', 1);
  show('dark', 3);
  expect(told()).toEqual(['watching']);
  show('dark', 60);
  expect(told()).toEqual(['watching', 'dark']);
  show('one', 1);
  expect(told()).toEqual(['watching', 'dark', 'watching']);
  expect(episodes()).toEqual([]);
});

test('a hidden page is told as hidden, and its empty pictures are not counted', () => {
  const { episodes, page, told, show } = watched();
  page({ type: 'page.hidden', at: 0 });
  show('none', 60);
  page({ type: 'page.shown' });
  show('none', 8);
  expect(told()).toEqual(['watching', 'hidden', 'watching']);
  expect(episodes()).toEqual([]);
});

test('another tab is another place: the page was left once it has been hidden for 3 s, until the student is back for 2 s', () => {
  const { episodes, page, hide, show } = watched();
  page({ type: 'page.left', at: 0 });
  page({ type: 'page.hidden', at: 0 });
  hide(2);
  expect(episodes()).toEqual([]);
  hide(7);
  expect(episodes()).toEqual([{ type: 'episode.started', kind: 'suspicious_application', at: 0 }]);
  page({ type: 'page.shown' });
  page({ type: 'page.entered', at: 9_500 });
  show('one', 3);
  expect(episodes().slice(1)).toEqual([{ type: 'episode.ended', kind: 'suspicious_application', at: 9_500 }]);
});

test('nothing is told before the first picture was looked at, and “no picture” after 5 s without one, not before', () => {
  const { told, wait, show, stalled } = watched({ isReady: false });
  wait(4_999);
  expect(told()).toEqual(['waiting']);
  wait(1);
  expect(told()).toEqual(['waiting', 'no_picture']);
  show('one', 4);
  expect(told()).toEqual(['waiting', 'no_picture', 'waiting', 'watching']);
  expect(stalled()).toEqual([]);
});

test('watching ends 5 s after the last picture that was looked at, as of that picture', () => {
  const { told, toldSince, wait, show } = watched();
  show('one', 10);
  wait(4_999);
  expect(told()).toEqual(['watching']);
  wait(1);
  expect(told()).toEqual(['watching', 'no_picture']);
  expect(toldSince()).toEqual([['no_picture', 10_000]]);
});

test('darkness is a claim about pictures, too', () => {
  const { told, wait, show } = watched();
  show('dark', 10);
  wait(5_000);
  expect(told()).toEqual(['watching', 'dark', 'no_picture']);
});

test('a page that is shown again tells nothing before a picture', () => {
  const { told, page, wait, show } = watched();
  show('one', 1);
  page({ type: 'page.hidden', at: 1_500 });
  wait(60_000);
  page({ type: 'page.shown' });
  wait(4_999);
  expect(told()).toEqual(['watching', 'hidden']);
  wait(1);
  expect(told()).toEqual(['watching', 'hidden', 'no_picture']);
});

test.each<[view: View, kind: string]>([
  ['none', 'no_face'],
  ['several', 'multiple_faces'],
])('pictures that cease end an episode (%s) at the last one', (view, kind) => {
  const { episodes, wait, show } = watched();
  show(view, 20);
  wait(5_000);
  expect(episodes()).toEqual([
    { type: 'episode.started', kind, at: 1_000 },
    { type: 'episode.ended', kind, at: 20_000 },
  ]);
});

test('a picture that stays the same is no picture after 10 s, as of when it last changed, however often it comes', () => {
  const { told, toldSince, show } = watched();
  show('one', 5);
  show('one', 9, true);
  expect(told()).toEqual(['watching']);
  show('one', 1, true);
  expect(told()).toEqual(['watching', 'no_picture']);
  expect(toldSince()).toEqual([['no_picture', 5_000]]);
  show('one', 60, true);
  expect(told()).toHaveLength(2);
  show('one', 1);
  expect(told()).toEqual(['watching', 'no_picture', 'watching']);
});

test('a picture that was the same as before when pictures stopped is not counted either, but a dark one is', () => {
  const { toldSince, show, wait } = watched();
  show('one', 5);
  show('one', 7, true);
  wait(5_000);
  expect(toldSince()).toEqual([['no_picture', 5_000]]);
  show('one', 1);
  show('dark', 10, true);
  wait(5_000);
  expect(toldSince()).toEqual([
    ['no_picture', 5_000],
    ['no_picture', 28_000],
  ]);
});

test('a camera that was started again and still sends its last picture is told as one that sends none', () => {
  const { told, stalled, wait, show } = watched({ isReady: false });
  show('one', 10, true);
  expect(told()).toEqual(['waiting']);
  show('one', 1, true);
  expect(told()).toEqual(['waiting', 'no_picture']);
  wait(5_000);
  expect(stalled()).toEqual(['still']);
});

test('a standing picture of an empty room reports nobody, and a covered camera, which is as still, is dark', () => {
  const { episodes, told, show } = watched();
  show('none', 1);
  show('none', 60, true);
  expect(episodes()).toEqual([]);
  show('dark', 1);
  show('dark', 60, true);
  expect(told()).toEqual(['watching', 'no_picture', 'watching', 'dark']);
});

test('after 5 s more it asks to be started again, and says what is wrong', () => {
  const { frames, stalled, wait, show } = watched();
  show('one', 1);
  wait(5_000 + 4_999);
  expect(stalled()).toEqual([]);
  wait(1);
  expect(stalled()).toEqual(['watcher']);
  show('one', 1);
  frames({ type: 'frame.lacked' });
  wait(10_000);
  expect(stalled()).toEqual(['watcher', 'camera']);
});

test('a camera that is muted is waited for, and goes on by itself', () => {
  const { frames, stalled, told, wait, show } = watched();
  show('one', 1);
  frames({ type: 'camera.muted' });
  wait(300);
  frames({ type: 'camera.unmuted' });
  show('one', 5);
  expect(told()).toEqual(['watching']);
  frames({ type: 'camera.muted' });
  frames({ type: 'frame.lacked' });
  wait(600_000);
  expect(told()).toEqual(['watching', 'no_picture']);
  expect(stalled()).toEqual([]);
  frames({ type: 'camera.unmuted' });
  show('one', 1);
  expect(told()).toEqual(['watching', 'no_picture', 'watching']);
});

test('seconds without a frame end an episode when they began, and count for nothing', () => {
  const { episodes, miss, reports, show } = watched();
  show('none', 10);
  miss(600_000);
  expect(episodes()).toEqual([
    { type: 'episode.started', kind: 'no_face', at: 1_000 },
    { type: 'episode.ended', kind: 'no_face', at: 10_000 },
  ]);
  expect(reports.at(-1)).toEqual({ type: 'watch.resumed' });
  show('none', 8);
  expect(episodes()).toHaveLength(2);
});

test('part of a face is no absence, and ends one', () => {
  const { episodes, show } = watched();
  show('part', 60);
  expect(episodes()).toEqual([]);
  show('none', 9);
  show('part', 3);
  expect(episodes()).toEqual([
    { type: 'episode.started', kind: 'no_face', at: 61_000 },
    { type: 'episode.ended', kind: 'no_face', at: 70_000 },
  ]);
});

test('nobody is absent before a whole face was seen for 2 s, and until then nothing is told of the student', () => {
  const { episodes, told, show } = watched({ isReady: false });
  show('none', 60);
  show('part', 60);
  show('one', 2);
  show('none', 60);
  show('one', 2);
  expect([told(), episodes()]).toEqual([['waiting'], []]);
  show('one', 1);
  expect(told()).toEqual(['waiting', 'watching']);
  show('none', 9);
  expect(episodes()).toHaveLength(1);
});

test('a page that was hidden before the student was seen goes on waiting for them, later it goes on watching', () => {
  const { page, told, show } = watched({ isReady: false });
  page({ type: 'page.hidden', at: 0 });
  page({ type: 'page.shown' });
  show('none', 20);
  show('one', 3);
  page({ type: 'page.hidden', at: 23_000 });
  page({ type: 'page.shown' });
  show('one', 1);
  expect(told()).toEqual(['waiting', 'hidden', 'waiting', 'watching', 'hidden', 'watching']);
});

/** The page is loaded again, which takes some milliseconds. */
function reloaded({ actor }: Pick<ReturnType<typeof watched>, 'actor'>, milliseconds: number) {
  const next = watched({ earlier: watchedIn(actor.getSnapshot()) });
  next.wait(milliseconds);
  return next;
}

test('a page that is loaded again every 6 s reports nobody in view, once, as of when they went', () => {
  let page = watched();
  const reports = [...page.reports];
  for (let load = 0; load < 9; load += 1) {
    page.show('none', 4);
    reports.push(...page.reports);
    page = reloaded(page, 2_000);
  }
  page.show('one', 5);
  reports.push(...page.reports);
  expect(reports.filter(({ type }) => type.startsWith('episode.'))).toEqual([
    { type: 'episode.started', kind: 'no_face', at: 1_000 },
    { type: 'episode.ended', kind: 'no_face', at: 56_000 },
  ]);
  const told = reports.flatMap((report) => (report.type === 'watch.told' ? [report.told] : []));
  expect(told).not.toContain('waiting');
});

test.each<[view: View, kind: string]>([
  ['none', 'no_face'],
  ['several', 'multiple_faces'],
])('an episode (%s) goes on over a reload, and tells nothing before the first picture', (view, kind) => {
  const before = watched();
  before.show(view, 10);
  const after = reloaded(before, 2_000);
  expect(after.reports).toEqual([]);
  after.show(view, 5);
  expect([after.told(), after.episodes()]).toEqual([['watching'], []]);
  after.show('one', 3);
  expect(after.episodes()).toEqual([{ type: 'episode.ended', kind, at: 18_000 }]);
});

test('several people are reported over a reload, too, and who is back was not gone', () => {
  const before = watched();
  before.show('several', 4);
  const after = reloaded(before, 1_000);
  after.show('several', 3);
  expect(after.episodes()).toEqual([{ type: 'episode.started', kind: 'multiple_faces', at: 1_000 }]);
  const gone = watched();
  gone.show('none', 7);
  const back = reloaded(gone, 1_000);
  back.show('one', 1);
  back.show('none', 7);
  expect(back.episodes()).toEqual([]);
});

test.each<[what: string, cut: (page: ReturnType<typeof watched>) => void]>([
  ['no picture comes', ({ wait }) => wait(5_000)],
  ['it is hidden', ({ page }) => page({ type: 'page.hidden', at: 14_000 })],
  ['it took long', ({ miss }) => miss(60_000)],
])('what went on before a reload ended with the last picture if %s after it', (_, cut) => {
  const before = watched();
  before.show('none', 10);
  const after = reloaded(before, 2_000);
  cut(after);
  expect(after.episodes()).toEqual([{ type: 'episode.ended', kind: 'no_face', at: 10_000 }]);
});

test('who has left the page has left it over a reload, until they are back', () => {
  const before = watched();
  before.page({ type: 'page.left', at: 0 });
  before.show('one', 2);
  const leaving = reloaded(before, 1_000);
  leaving.page({ type: 'page.left', at: 3_000 });
  leaving.show('one', 2);
  expect(leaving.episodes()).toEqual([{ type: 'episode.started', kind: 'suspicious_application', at: 0 }]);
  const away = reloaded(leaving, 1_000);
  away.page({ type: 'page.entered', at: 6_500 });
  away.show('one', 4);
  expect(away.episodes()).toEqual([{ type: 'episode.ended', kind: 'suspicious_application', at: 6_500 }]);
});

test('a page that is loaded again before its first picture forgets nothing', () => {
  const before = watched();
  before.show('none', 10);
  const after = reloaded(reloaded(before, 1_000), 1_000);
  after.show('none', 3);
  after.show('one', 3);
  expect(after.episodes()).toEqual([{ type: 'episode.ended', kind: 'no_face', at: 15_000 }]);
});
