import type { BrowserContext, Page } from 'playwright-core';

/* A camera, a detector and a browser that a test breaks and mends, and that tell the test which pictures were looked at. */

/** What is broken in a page. Kept for the tab, so that a reload or a restarted camera does not mend it. */
export type Break =
  /** The camera sends no new pictures. Its track stays live. */
  | 'frozen'
  /** The camera sends its last picture again and again. */
  | 'repeating'
  /** The worker gets no pictures, so it does not answer. */
  | 'silentWorker'
  /** `createImageBitmap` never answers. */
  | 'noBitmap'
  /** Nobody sits in front of the camera. */
  | 'left';

interface Look {
  at: number;
  answeredAt: number;
  isNew: boolean;
  start: number;
}

/** What the test knows of a page. Moments are in milliseconds since the epoch. */
export interface Evidence {
  /**
   * The pictures that the detector has looked at: when each was taken and answered, whether the camera had given it before, and
   * by which start of the detector. 1 is the first.
   */
  looks: Look[];
  /** How often the detector was started, by any page of the context. */
  starts: number;
}

/** Lets the pages of a context be broken, and returns what becomes known of them. */
export async function makeBreakable(context: BrowserContext): Promise<Evidence> {
  const evidence: Evidence = { looks: [], starts: 0 };
  await context.exposeBinding('noteStart', () => {
    evidence.starts += 1;
  });
  await context.exposeBinding('noteLook', (_, look: Omit<Look, 'start'>) => {
    evidence.looks.push({ ...look, start: evidence.starts });
  });
  await context.addInitScript(prepare);
  return evidence;
}

/** Breaks a page, or mends it. */
export const setBroken = (page: Page, what: Break | null): Promise<void> =>
  page.evaluate((broken) => {
    if (broken === null) sessionStorage.removeItem('broken');
    else sessionStorage.setItem('broken', broken);
  }, what);

/** Runs in the page before its own scripts. */
function prepare() {
  const isBroken = (what: string) => sessionStorage.getItem('broken') === what;
  const noteStart = Reflect.get(window, 'noteStart') as () => Promise<void>;
  const noteLook = Reflect.get(window, 'noteLook') as (look: Omit<Look, 'start'>) => Promise<void>;

  const { mediaDevices } = navigator;
  const open = mediaDevices.getUserMedia.bind(mediaDevices);
  let last: ImageData | undefined;
  /** Number of new pictures that the camera has given. */
  let painted = 0;
  mediaDevices.getUserMedia = async (wish) => {
    const film = document.createElement('video');
    film.muted = true;
    film.srcObject = await open(wish);
    await film.play();
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [film.videoWidth, film.videoHeight];
    const brush = canvas.getContext('2d')!;
    const paint = () => {
      if (isBroken('frozen')) return;
      if (isBroken('repeating') && last !== undefined) {
        brush.putImageData(last, 0, 0);
        return;
      }
      if (isBroken('left')) {
        brush.fillStyle = '#b8ac98';
        brush.fillRect(0, 0, canvas.width, canvas.height);
        // No two pictures of a camera are the same.
        for (let speck = 0; speck < 40; speck += 1) {
          brush.fillStyle = `rgb(${Math.random() * 255} 120 120)`;
          brush.fillRect(Math.random() * canvas.width, Math.random() * canvas.height, 4, 4);
        }
      } else {
        brush.drawImage(film, 0, 0);
      }
      last = brush.getImageData(0, 0, canvas.width, canvas.height);
      painted += 1;
    };
    paint();
    setInterval(paint, 200);
    return canvas.captureStream();
  };

  // One picture at a time.
  let [takenAt, taken, isNew] = [0, 0, true];
  const paintBitmap = window.createImageBitmap.bind(window);
  window.createImageBitmap = ((...args: Parameters<typeof createImageBitmap>) => {
    isNew = painted > taken;
    [takenAt, taken] = [Date.now(), painted];
    return isBroken('noBitmap') ? new Promise<never>(() => {}) : paintBitmap(...args);
  }) as typeof createImageBitmap;

  window.Worker = class extends Worker {
    constructor(url: string | URL, options?: WorkerOptions) {
      super(url, options);
      void noteStart();
      this.addEventListener('message', ({ data }: MessageEvent<{ type: string }>) => {
        if (data.type === 'seen') void noteLook({ at: takenAt, answeredAt: Date.now(), isNew });
      });
    }
    override postMessage(message: { type: string }, options?: StructuredSerializeOptions | Transferable[]): void {
      if (message.type === 'frame' && isBroken('silentWorker')) return;
      super.postMessage(message, options as Transferable[]);
    }
  };
}
