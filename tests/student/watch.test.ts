import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { EventObject } from 'xstate';
import { statesInWords } from '../../src/recorder/names';
import type { View } from '../../student/src/machines/view';
import type { WatchContext, WatchEvent, WatchReport } from '../../student/src/machines/watch/types';
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
  expect(episodes()).toEqual([{ type: 'episode.started', kind: 'left_page', at: 1_400 }]);
  show('one', 8);
  page({ type: 'page.entered', at: 13_400 });
  show('one', 3);
  expect(episodes()[1]).toEqual({ type: 'episode.ended', kind: 'left_page', at: 13_400 });
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
  expect(episodes()).toEqual([{ type: 'episode.started', kind: 'left_page', at: 0 }]);
  page({ type: 'page.shown' });
  page({ type: 'page.entered', at: 9_500 });
  show('one', 3);
  expect(episodes().slice(1)).toEqual([{ type: 'episode.ended', kind: 'left_page', at: 9_500 }]);
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

test('one picture after 5 s without proves that the student is watched, for 5 s more', () => {
  const { reports, toldSince, wait, show } = watched();
  show('one', 10);
  wait(5_000);
  reports.length = 0;
  show('one', 1);
  expect(reports).toEqual([{ type: 'watch.proven' }, { type: 'watch.told', told: 'watching', since: null }]);
  wait(5_000);
  expect(toldSince()).toEqual([['no_picture', 16_000]]);
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

test.each<[view: View, kind: string]>([
  ['none', 'no_face'],
  ['several', 'multiple_faces'],
])('a dark picture ends an episode (%s) at once', (view, kind) => {
  const { episodes, show } = watched();
  show(view, 20);
  show('dark', 1);
  expect(episodes()).toEqual([
    { type: 'episode.started', kind, at: 1_000 },
    { type: 'episode.ended', kind, at: 21_000 },
  ]);
});

test('a picture that stays the same is no picture after 10 s, as of when it last changed, however often it comes', () => {
  const { reports, told, toldSince, show } = watched();
  show('one', 5);
  show('one', 9, true);
  expect(told()).toEqual(['watching']);
  show('one', 1, true);
  expect(told()).toEqual(['watching', 'no_picture']);
  expect(toldSince()).toEqual([['no_picture', 5_000]]);
  show('one', 60, true);
  expect(told()).toHaveLength(2);
  expect(reports.slice(-2).map(({ type }) => type)).toEqual(['watch.told', 'watch.stalled']);
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

test('a camera that pauses and then sends its last picture again is told as standing still', () => {
  const { stalled, show, wait } = watched();
  show('one', 1);
  show('one', 4, true);
  wait(5_000);
  show('one', 1, true);
  wait(4_000);
  expect(stalled()).toEqual(['still']);
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

test('a camera that is no longer muted has 5 s to send a picture before it is started again', () => {
  const { frames, stalled, wait, show } = watched();
  show('one', 1);
  frames({ type: 'camera.muted' });
  wait(600_000);
  frames({ type: 'camera.unmuted' });
  wait(4_999);
  expect(stalled()).toEqual([]);
  wait(1);
  expect(stalled()).toEqual(['camera']);
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

test.each<[view: View, kind: string, seconds: number]>([
  ['none', 'no_face', 7],
  ['several', 'multiple_faces', 4],
])('what began before a reload (%s) counts on with the first picture after it', (view, kind, seconds) => {
  const before = watched();
  before.show(view, seconds);
  const after = reloaded(before, 1_000);
  after.show(view, 1);
  expect(after.episodes()).toEqual([]);
  after.show(view, 1);
  expect(after.episodes()).toEqual([{ type: 'episode.started', kind, at: 1_000 }]);
});

test('a student who is back after a reload was not gone', () => {
  const gone = watched();
  gone.show('none', 7);
  const back = reloaded(gone, 1_000);
  back.show('one', 1);
  back.show('none', 7);
  expect(back.episodes()).toEqual([]);
});

test.each<[what: string, cut: (page: ReturnType<typeof watched>) => void, told: WatchReport]>([
  ['no picture comes', ({ wait }) => wait(5_000), { type: 'watch.told', told: 'no_picture', since: 10_000 }],
  [
    'it is hidden',
    ({ page }) => {
      page({ type: 'page.hidden', at: 14_000 });
      page({ type: 'page.shown' });
    },
    { type: 'watch.told', told: 'hidden', since: null },
  ],
  ['it took long', ({ miss }) => miss(60_000), { type: 'watch.resumed' }],
])('what went on before a reload ended with the last picture if %s after it', (_, cut, told) => {
  const before = watched();
  before.show('none', 10);
  const after = reloaded(before, 2_000);
  cut(after);
  expect(after.reports).toEqual([{ type: 'episode.ended', kind: 'no_face', at: 10_000 }, told]);
  // Nobody in view has to be seen for 8 s again.
  after.show('none', 8);
  after.show('one', 5);
  expect(after.episodes()).toHaveLength(1);
});

test.each<[over: string, pass: (page: ReturnType<typeof watched>) => ReturnType<typeof watched>, told: string[]]>([
  ['a reload', (page) => reloaded(page, 2_000), ['no_picture']],
  [
    'a hidden page',
    (page) => {
      page.page({ type: 'page.hidden', at: 13_000 });
      page.wait(60_000);
      page.page({ type: 'page.shown' });
      return page;
    },
    ['hidden', 'no_picture'],
  ],
  [
    'missed seconds',
    (page) => {
      page.miss(60_000);
      return page;
    },
    ['no_picture'],
  ],
])('a picture that is still the same after %s tells nothing', (_, pass, told) => {
  const before = watched();
  before.show('one', 5);
  before.show('one', 8, true);
  before.reports.length = 0;
  const after = pass(before);
  after.show('one', 1, true);
  expect(after.told()).toEqual(told);
  after.show('one', 1);
  expect(after.told()).toEqual([...told, 'watching']);
});

test('who has left the page has left it over a reload, until they are back', () => {
  const before = watched();
  before.page({ type: 'page.left', at: 0 });
  before.show('one', 2);
  const leaving = reloaded(before, 1_000);
  leaving.page({ type: 'page.left', at: 3_000 });
  leaving.show('one', 2);
  expect(leaving.episodes()).toEqual([{ type: 'episode.started', kind: 'left_page', at: 0 }]);
  const away = reloaded(leaving, 1_000);
  away.page({ type: 'page.entered', at: 6_500 });
  away.show('one', 4);
  expect(away.episodes()).toEqual([{ type: 'episode.ended', kind: 'left_page', at: 6_500 }]);
});

test('a page that is loaded again before its first picture forgets nothing', () => {
  const before = watched();
  before.show('none', 10);
  const after = reloaded(reloaded(before, 1_000), 1_000);
  after.show('none', 3);
  after.show('one', 3);
  expect(after.episodes()).toEqual([{ type: 'episode.ended', kind: 'no_face', at: 15_000 }]);
});

type Step = [what: View | 'hide' | 'show' | 'miss' | 'lapse', seconds: number, state: string];

/** What a camera shows second by second, and where that leads. The states are those of `view`. */
function play({ actor, page, show, miss, wait }: ReturnType<typeof watched>, steps: readonly Step[]) {
  const state = () => statesInWords({ view: actor.getSnapshot().value.view }).replace(/^view\.(seen\.)?/, '');
  for (const [index, [what, seconds, expected]] of steps.entries()) {
    for (let second = 1; second <= seconds; second += 1) {
      if (what === 'hide') page({ type: 'page.hidden', at: 0 });
      else if (what === 'show') page({ type: 'page.shown' });
      else if (what === 'miss') miss(60_000);
      else if (what === 'lapse') wait(5_000);
      else show(what, 1);
      expect(`${index} ${what} ${second} s: ${state()}`).toBe(`${index} ${what} ${second} s: ${expected}`);
    }
  }
}

/** Each candidate counts from when it began, whatever came before it. */
const candidates: [from: View, steps: Step[]][] = [
  [
    'none',
    [
      ['none', 8, 'vanishing'],
      ['none', 1, 'absence.absent'],
    ],
  ],
  [
    'several',
    [
      ['several', 5, 'crowding'],
      ['several', 1, 'company.several'],
    ],
  ],
  [
    'dark',
    [
      ['dark', 3, 'dimming'],
      ['dark', 1, 'dark'],
    ],
  ],
  ['part', [['part', 20, 'partly']]],
  ['one', [['one', 20, 'present']]],
];

describe('what the camera shows', () => {
  test.each(candidates)('is told from one person, part of one and every other candidate: %s', (_, steps) => {
    const befores: Step[][] = [
      [['one', 1, 'present']],
      [['part', 1, 'partly']],
      [['none', 7, 'vanishing']],
      [['several', 4, 'crowding']],
    ];
    for (const before of befores) {
      const [[what]] = steps as [Step];
      if (before[0]![0] === what) continue;
      // Only one person or more ends the two others.
      const isPresent = what === 'part' && ['vanishing', 'crowding'].includes(before[0]![2]);
      play(watched(), [...before, ...(isPresent ? ([['part', 1, 'present']] as Step[]) : []), ...steps]);
    }
  });

  test.each(candidates)(
    'starts again with the first picture after a gap, a hidden page, no pictures or a reload: %s',
    (_, steps) => {
      const gaps: Step[][] = [
        [
          ['none', 7, 'vanishing'],
          ['miss', 1, 'awaited'],
        ],
        [
          ['none', 7, 'vanishing'],
          ['hide', 1, 'hidden'],
          ['show', 1, 'awaited'],
        ],
        [
          ['none', 7, 'vanishing'],
          ['lapse', 1, 'blind.waiting'],
        ],
      ];
      for (const gap of gaps) play(watched(), [...gap, ...steps]);
      const earlier: Watched = {
        ...{ view: null, page: null, isReady: true, since: 0, lasted: 7_000, pageSince: 0, pageLasted: 0 },
        ...{ lookedAt: 0, changedAt: 0 },
      };
      play(watched({ earlier }), steps);
    },
  );

  test('is a candidate no more once it is over, or dark', () => {
    play(watched(), [
      ['dark', 2, 'dimming'],
      ['none', 1, 'present'],
      ['dark', 3, 'dimming'],
      ['dark', 1, 'dark'],
      ['dark', 9, 'dark'],
      ['none', 1, 'present'],
    ]);
  });

  test('ends an episode after 2 s of something else, at once if it is dark', () => {
    play(watched(), [
      ['none', 8, 'vanishing'],
      ['none', 1, 'absence.absent'],
      ['several', 2, 'absence.returning'],
      ['none', 1, 'absence.absent'],
      ['one', 2, 'absence.returning'],
      ['one', 1, 'present'],
      ['none', 8, 'vanishing'],
      ['none', 1, 'absence.absent'],
      ['dark', 3, 'dimming'],
      ['dark', 1, 'dark'],
      ['one', 1, 'present'],
      ['several', 5, 'crowding'],
      ['several', 1, 'company.several'],
      ['one', 2, 'company.thinning'],
      ['several', 1, 'company.several'],
      ['none', 2, 'company.thinning'],
      ['one', 1, 'present'],
      ['several', 5, 'crowding'],
      ['several', 1, 'company.several'],
      ['dark', 3, 'dimming'],
      ['dark', 1, 'dark'],
    ]);
  });

  test.each<[state: string, before: Step[], missed: string, ended: string[]]>([
    ['present', [['one', 1, 'present']], 'awaited', []],
    [
      'absence',
      [
        ['none', 8, 'vanishing'],
        ['none', 1, 'absence.absent'],
      ],
      'awaited',
      ['no_face'],
    ],
    [
      'company',
      [
        ['several', 5, 'crowding'],
        ['several', 1, 'company.several'],
      ],
      'awaited',
      ['multiple_faces'],
    ],
    [
      'dark',
      [
        ['dark', 3, 'dimming'],
        ['dark', 1, 'dark'],
      ],
      'dark',
      [],
    ],
    ['awaited', [['miss', 1, 'awaited']], 'awaited', []],
    ['blind', [['lapse', 1, 'blind.waiting']], 'blind.waiting', []],
    ['hidden', [['hide', 1, 'hidden']], 'hidden', []],
  ])('is unknown while no picture comes, the page is hidden or seconds are missed: %s', (_, before, missed, ended) => {
    const ends: Step[] = [
      ['hide', 1, 'hidden'],
      ['miss', 1, missed],
    ];
    if (missed !== 'hidden' && missed !== 'blind.waiting') ends.push(['lapse', 1, 'blind.waiting']);
    for (const end of ends) {
      const watch = watched();
      play(watch, before);
      watch.reports.length = 0;
      play(watch, [end]);
      expect(watch.episodes().map(({ type, kind }) => [type, kind])).toEqual(
        ended.map((kind) => ['episode.ended', kind]),
      );
      const isResumed = watch.reports.some(({ type }) => type === 'watch.resumed');
      expect(isResumed).toBe(end[0] === 'miss');
    }
  });

  test('counts for nothing before a whole face was in view for 2 s', () => {
    const watch = watched({ isReady: false });
    play(watch, [
      ['one', 2, 'arranging.appearing'],
      ['miss', 1, 'arranging.unseen'],
      ['one', 1, 'arranging.appearing'],
      ['part', 1, 'arranging.unseen'],
      ['hide', 1, 'hidden'],
      ['show', 1, 'arranging.unseen'],
      ['lapse', 1, 'blind.waiting'],
      ['none', 1, 'arranging.unseen'],
      ['one', 2, 'arranging.appearing'],
      ['one', 1, 'present'],
    ]);
    expect(watch.reports.filter(({ type }) => type === 'watch.resumed')).toHaveLength(1);
  });
});

describe('leaving the page', () => {
  const where = ({ actor }: ReturnType<typeof watched>) => statesInWords({ page: actor.getSnapshot().value.page });

  test('starts again after missed seconds, which end an episode', () => {
    const watch = watched();
    watch.page({ type: 'page.left', at: 0 });
    watch.show('one', 2);
    watch.miss(600_000);
    watch.show('one', 2);
    expect([where(watch), watch.episodes()]).toEqual(['page.leaving', []]);
    watch.show('one', 1);
    expect(where(watch)).toBe('page.away.gone');
    watch.miss(600_000);
    watch.show('one', 2);
    expect(where(watch)).toBe('page.leaving');
    expect(watch.episodes().map(({ type }) => type)).toEqual(['episode.started', 'episode.ended']);
    watch.page({ type: 'page.entered', at: 1_300_000 });
    expect(where(watch)).toBe('page.here');
  });

  test('is over after 2 s on it, or with missed seconds there', () => {
    for (const end of ['stay', 'miss'] as const) {
      const watch = watched();
      watch.page({ type: 'page.left', at: 0 });
      watch.show('one', 4);
      expect(where(watch)).toBe('page.away.gone');
      watch.page({ type: 'page.entered', at: 4_000 });
      watch.show('one', 1);
      watch.page({ type: 'page.left', at: 5_000 });
      expect(where(watch)).toBe('page.away.gone');
      watch.page({ type: 'page.entered', at: 5_000 });
      watch.show('one', 1);
      expect(where(watch)).toBe('page.away.entering');
      if (end === 'stay') watch.show('one', 1);
      else watch.miss(60_000);
      expect([where(watch), watch.episodes().at(-1)?.type]).toEqual(['page.here', 'episode.ended']);
    }
  });

  test.each<[when: string, secondsAway: number, stay: (page: ReturnType<typeof watched>) => void]>([
    ['at once, if it was not left for 3 s', 2, () => {}],
    ['after 2 s', 4, ({ show }) => show('one', 3)],
    [
      'with missed seconds',
      4,
      ({ show, miss }) => {
        show('one', 1);
        miss(60_000);
      },
    ],
  ])('is over on a page that was loaded again %s', (_, secondsAway, stay) => {
    const before = watched();
    before.page({ type: 'page.left', at: 0 });
    before.show('one', secondsAway);
    const after = reloaded(before, 1_000);
    after.page({ type: 'page.entered', at: 5_500 });
    stay(after);
    expect(where(after)).toBe('page.here');
  });
});

test('a camera that is lost is told at once, and each new picture is a proof', () => {
  const { frames, reports, show } = watched();
  reports.length = 0;
  show('one', 2);
  expect(reports).toEqual([{ type: 'watch.proven' }, { type: 'watch.proven' }]);
  frames({ type: 'camera.lost' });
  expect(reports.at(-1)).toEqual({ type: 'camera.lost' });
});
