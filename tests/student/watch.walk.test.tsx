import { expect, vi } from 'vitest';
import type { WatchInput } from '../../student/src/machines/watch/types';
import { watchMachine } from '../../student/src/machines/watchMachine';
import { openAttend } from '../support/attend';
import { idle } from '../support/idle';
import type { Path } from '../support/paths';
import { pageText } from '../support/screen';
import { happen, showTab } from '../support/session';
import { messages } from '../support/studentWords';
import { walkChart } from '../support/walk';

const { watching } = messages;

const sees = (text: string) => () => expect(pageText()).toContain(text);

function focus(isHere: boolean) {
  vi.spyOn(document, 'hasFocus').mockReturnValue(isHere);
  return happen(() => window.dispatchEvent(new Event(isHere ? 'focus' : 'blur')));
}

async function open({ input }: Path) {
  const { earlier } = input as WatchInput;
  vi.spyOn(document, 'hasFocus').mockReturnValue(earlier?.page == null);
  const opened = await openAttend({ watched: earlier });
  await opened.watch();
  return opened;
}

walkChart(idle(watchMachine), open, {
  events: {
    'frame.seen': ({ show }, { view, isStill }) => show(view, { isStill }),
    'frame.hidden': ({ passHidden }) => passHidden(),
    'frames.missed': ({ missFrames }) => missFrames(),
    'page.left': () => focus(false),
    'page.entered': () => focus(true),
    'page.hidden': () => showTab('hidden'),
    'page.shown': () => showTab('visible'),
    'frame.lacked': ({ tellCamera }) => tellCamera('lacked'),
    'pictures.lapsed': null,
    'camera.muted': ({ tellCamera }) => tellCamera('muted'),
    'camera.unmuted': ({ tellCamera }) => tellCamera('unmuted'),
    'camera.lost': ({ tellCamera }, _, { ends }) => {
      ends();
      return tellCamera('lost');
    },
  },
  // The camera and the detector are started again, for another watch.
  endsIn: ['view.blind.stalled'],
  seen: {
    // Without a camera the chart has ended.
    'view.awaited': () => expect(pageText()).toMatch(new RegExp(`${watching.awaited}|${messages.camera.lostTitle}`)),
    'view.resumed': () => expect(pageText()).toMatch(new RegExp(`${watching.awaited}|${messages.camera.lostTitle}`)),
    'view.seen.present': () =>
      expect(pageText()).toMatch(new RegExp(`${watching.present}|${messages.camera.lostTitle}`)),
    'view.arranging.unseen': () =>
      expect(pageText()).toMatch(new RegExp(`${watching.arranging}|${messages.camera.lostTitle}`)),
    'view.arranging.appearing': sees(watching.appearing),
    'view.seen.partly': sees(watching.partly),
    'view.seen.vanishing': sees(watching.vanishing),
    'view.seen.absence.absent': sees(watching.absent),
    'view.seen.absence.returning': sees(watching.returning),
    'view.seen.crowding': sees(watching.crowding),
    'view.seen.company.several': sees(watching.several),
    'view.seen.company.thinning': sees(watching.returning),
    'view.seen.dimming': sees(watching.dimming),
    'view.dark': sees(watching.dark),
    'view.blind.waiting': sees(watching.blindLead),
    'view.blind.muted': sees(messages.problem.muted),
    'view.blind.stalled': sees(messages.restarting.title),
    'view.hidden': sees(watching.hidden),
    'pictures.recent': () => {},
    'pictures.lacking': () => {},
    'page.here': () => expect(pageText()).not.toContain('You left this page'),
    'page.leaving': sees(watching.leaving),
    'page.away.gone': () => expect(pageText()).toMatch(new RegExp(`${watching.away}|${messages.camera.lostTitle}`)),
    'page.away.entering': sees(watching.away),
  },
});
