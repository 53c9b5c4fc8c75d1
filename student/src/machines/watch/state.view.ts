import { not } from 'xstate';
import type { WatchSetup } from './setup';
import { seen } from './state.seen';

/** What the first new picture shows: after the start, on a page that is shown again, after seconds without one. */
const firstPicture = [
  { guard: 'isNobody', target: '#watch.view.seen.vanishing', actions: 'begin' },
  { guard: 'isSeveral', target: '#watch.view.seen.crowding', actions: 'begin' },
  { guard: 'isDark', target: '#watch.view.seen.dimming', actions: 'begin' },
  { guard: 'isPart', target: '#watch.view.seen.partly' },
  { target: '#watch.view.seen' },
] as const;

export const view = (chart: WatchSetup) =>
  chart.createStateConfig({
    description: 'What the camera shows.',
    initial: 'starting',
    on: { 'frames.missed': { actions: 'tellResumed' } },
    states: {
      starting: {
        description: 'Whether the student was in view on an earlier page.',
        always: [{ guard: 'wasReady', target: 'resumed' }, { target: 'arranging' }],
      },
      resumed: {
        description: 'The page was loaded again. The first new picture is awaited, and nothing is told before it.',
        on: {
          'frame.seen': [
            { guard: 'isStillLong' },
            { guard: 'wasAbsent', target: 'seen.absence' },
            { guard: 'wasCrowded', target: 'seen.company' },
            { guard: 'isStillNobody', target: 'seen.vanishing', actions: 'count' },
            { guard: 'isStillSeveral', target: 'seen.crowding', actions: 'count' },
            ...firstPicture,
          ],
          'pictures.lapsed': { target: 'blind', actions: 'endEarlier' },
          'page.hidden': { target: 'hidden', actions: 'endEarlier' },
          'frames.missed': { target: 'awaited', actions: ['endEarlier', 'tellResumed'] },
        },
      },
      arranging: {
        description: 'The student puts the device so that their whole face is in view. Nobody is absent before that.',
        entry: 'tellWaiting',
        on: {
          'pictures.lapsed': 'blind',
          'page.hidden': 'hidden',
          'frames.missed': { target: '.unseen', actions: 'tellResumed' },
        },
        initial: 'unseen',
        states: {
          unseen: {
            description: 'No whole face is in view.',
            on: { 'frame.seen': { guard: 'isFace', target: 'appearing', actions: 'begin' } },
          },
          appearing: {
            description: 'A whole face is in view, not yet for long.',
            on: {
              'frame.seen': [
                { guard: 'isFaceLong', target: '#watch.view.seen', actions: 'noteReady' },
                { guard: 'isFace', actions: 'count' },
                { target: 'unseen' },
              ],
            },
          },
        },
      },
      awaited: {
        description: 'A new picture is awaited, of a student who was in view before. Nothing is told before it.',
        on: {
          'frame.seen': [{ guard: 'isStillLong' }, ...firstPicture],
          'pictures.lapsed': 'blind',
          'page.hidden': 'hidden',
        },
      },
      seen: seen(chart),
      dark: {
        description: 'The picture is too dark: a covered camera or an unlit room. What happens is unknown.',
        entry: 'tellDark',
        on: {
          'frame.seen': [{ guard: 'isDark' }, { target: 'seen' }],
          'pictures.lapsed': 'blind',
          'page.hidden': 'hidden',
        },
      },
      blind: {
        description: 'No new picture was looked at for 5 s: the camera gives none, or the detector is silent.',
        entry: 'tellBlind',
        on: {
          'frame.seen': [{ guard: 'isStillLong' }, { guard: not('wasReady'), target: 'arranging' }, ...firstPicture],
          'page.hidden': 'hidden',
        },
        initial: 'waiting',
        states: {
          waiting: {
            description: 'Pictures may come back by themselves.',
            after: { restartDelay: [{ guard: 'isMuted', target: 'muted' }, { target: 'stalled' }] },
          },
          muted: {
            description: 'The browser holds the pictures back.',
            on: { 'camera.unmuted': 'waiting' },
          },
          stalled: {
            description: 'The camera and the detector have to be started again.',
            entry: 'tellStalled',
          },
        },
      },
      hidden: {
        description: 'The page is hidden. Its camera may show nothing, so what happens is unknown.',
        entry: 'tellHidden',
        on: { 'page.shown': [{ guard: 'wasReady', target: 'awaited' }, { target: 'arranging' }] },
      },
    },
  });
