import { not } from 'xstate';
import type { WatchSetup } from './setup';

export const pictures = ({ createStateConfig }: WatchSetup) =>
  createStateConfig({
    description: 'Whether there are new pictures, and why not.',
    initial: 'recent',
    on: {
      'frame.lacked': { guard: not('isMuted'), actions: 'noteLack' },
      'camera.muted': { actions: 'noteMuted' },
      'camera.unmuted': { actions: 'noteUnmuted' },
      'page.shown': '.recent',
    },
    states: {
      recent: {
        description: 'A new picture was looked at in the last 5 s, or the first one is not due yet.',
        on: {
          'frame.seen': [
            { guard: 'isStillLong', target: 'lacking', actions: ['noteStill', 'lapse'] },
            { target: 'recent', reenter: true, actions: ['notePicture', 'tellProven'] },
          ],
        },
        after: { pictureLifetime: { target: 'lacking', actions: 'lapse' } },
      },
      lacking: {
        description: 'No new picture was looked at for 5 s.',
        on: {
          'frame.seen': [
            { guard: 'isStillLong', actions: 'noteStill' },
            { target: 'recent', actions: ['notePicture', 'tellProven'] },
          ],
        },
      },
    },
  });
