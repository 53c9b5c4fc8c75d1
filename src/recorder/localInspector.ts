import type { AnyMachineSnapshot, InspectionEvent } from 'xstate';
import { paths } from '../paths';
import { offersOf } from './offers';
import { CHANNEL, INSPECTOR_OPENED, type InspectMessage } from './protocol';
import { createRecorder } from './recorder';

/**
 * Opens our own inspector and sends it every recorded step over a BroadcastChannel. An inspector opened later first
 * receives the report so far.
 *
 * @param opensWindow unless it is open already
 * @returns the inspector for every actor
 */
export function startLocalInspector({ opensWindow = true } = {}): (inspected: InspectionEvent) => void {
  const channel = new BroadcastChannel(CHANNEL);
  const page = Math.random().toString(36).slice(2, 6);
  const post = (message: InspectMessage) => channel.postMessage(message);

  /** Of the running actors, by session id. */
  const snapshots = new Map<string, AnyMachineSnapshot>();
  const recorder = createRecorder((step, snapshot) => {
    if (step.status === 'active') snapshots.set(step.session, snapshot);
    else snapshots.delete(step.session);
    post({
      type: 'step.taken',
      page,
      step,
      offers: offersOf(snapshot),
      ...(step.event.type === 'xstate.init' && { definition: JSON.parse(JSON.stringify(snapshot.machine.config)) }),
    });
  });
  channel.addEventListener('message', ({ data }) => {
    if (data?.type === INSPECTOR_OPENED) {
      const offers = Object.fromEntries([...snapshots].map(([session, snapshot]) => [session, offersOf(snapshot)]));
      post({ type: 'report.written', page, report: recorder.report(), offers });
    }
  });
  window.addEventListener('pagehide', () => post({ type: 'page.left', page }));
  if (opensWindow) window.open(paths.inspect, CHANNEL);
  return recorder.inspect;
}
