import { FRAME_INTERVAL_MS } from '../constants';
import { monotonicNow } from '../services/clock';
import { type Detect, loadDetect } from './detect';
import type { FromWorker, ToWorker } from './protocol';

/* The worker: it keeps the time, which a hidden page cannot, and looks at pictures. Pictures never leave it. */

const tell = (message: FromWorker) => postMessage(message);

let detect: Detect | undefined;
let ticking: ReturnType<typeof setInterval> | undefined;

addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  switch (data.type) {
    case 'load':
      void load();
      break;
    case 'start':
      clearInterval(ticking);
      ticking = setInterval(() => tell({ type: 'ticked', at: monotonicNow(), clock: Date.now() }), FRAME_INTERVAL_MS);
      break;
    case 'stop':
      clearInterval(ticking);
      break;
    case 'frame':
      if (detect !== undefined) tell({ type: 'seen', sighting: detect(data.picture) });
      break;
  }
});

async function load() {
  try {
    detect ??= await loadDetect();
    tell({ type: 'loaded' });
  } catch (error) {
    tell({ type: 'failed', reason: String(error) });
  }
}
