import type { InspectionEvent } from 'xstate';
import { paths } from '../paths';
import { CHANNEL, INSPECTOR_OPENED, type InspectMessage } from './protocol';
import { createRecorder } from './recorder';

/**
 * Opens our own inspector and sends it every recorded step over a BroadcastChannel. An inspector opened later first
 * receives the report so far.
 *
 * @returns the inspector for every actor
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
