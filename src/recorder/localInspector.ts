import type { InspectionEvent } from 'xstate';
import { paths } from '../paths';
import { CHANNEL, INSPECTOR_OPENED, type InspectMessage } from './protocol';
import { createRecorder } from './recorder';

/**
 * Opens our own inspector, and tells it every step over a BroadcastChannel, as the flight recorder writes it down. One
 * that is opened later is told what has happened so far.
 *
 * @returns what every actor's inspection events have to be given to
 */
export function startLocalInspector(): (inspected: InspectionEvent) => void {
  const channel = new BroadcastChannel(CHANNEL);
  const page = Math.random().toString(36).slice(2, 6);
  const post = (message: InspectMessage) => channel.postMessage(message);

  const recorder = createRecorder((step, config) =>
    post({
      type: 'step.taken',
      page,
      step,
      ...(step.event.type === 'xstate.init' && { definition: JSON.parse(JSON.stringify(config)) }),
    }),
  );
  channel.addEventListener('message', ({ data }) => {
    if (data?.type === INSPECTOR_OPENED) post({ type: 'report.written', page, report: recorder.report() });
  });
  window.addEventListener('pagehide', () => post({ type: 'page.left', page }));
  window.open(paths.inspect, CHANNEL);
  return recorder.inspect;
}
