import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BrowserContext, chromium, type LaunchOptions, type Page } from 'playwright-core';
import type { FromWorker, Sighting, ToWorker } from '../../../student/src/watcher/protocol';

/* The built detector in real Chromium, looking at drawn scenes with real faces from its own package. */

const assets = join(dirname(createRequire(import.meta.url).resolve('@vladmandic/human')), '../assets');
const built = fileURLToPath(new URL('../../../student/dist', import.meta.url));
const origin = 'http://localhost:9';

/** A face of the sheet on somebody's shoulders. Places and sizes are shares of the picture's height. */
export interface Face {
  /** Index of the face on the sheet. */
  face: number;
  x: number;
  y: number;
  size: number;
  /** In degrees. */
  roll: number;
  /** Width compared with its height: less than 1 for a head that is turned aside. */
  squeeze?: number;
  /** What is before it. */
  before?: 'glasses' | 'sunglasses' | 'hand' | 'book' | 'mask';
}

/** One picture of the camera. */
export interface Scene {
  /** Which wall, furniture and clothes. */
  room: number;
  /** 1 is daylight. */
  light: number;
  /** From where to where in the picture's width is a window that is too bright for the camera. */
  window?: readonly [from: number, to: number];
  /** From the back to the front. */
  faces: Face[];
  /** Pictures on the wall: a face of the sheet, or the package's drawing of a body. */
  posters: { face: number | null; x: number; y: number; size: number }[];
  /** Hands in the air. */
  hands: { x: number; y: number; size: number }[];
}

const types: Record<string, string> = {
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
};

/** Returns what the built detector makes of the scenes, in their order. `workers` of them look at the same time. */
export async function lookAt(scenes: readonly Scene[], options: LaunchOptions, workers = 2): Promise<Sighting[]> {
  const browser = await chromium.launch(options);
  try {
    const page = await openPainter(await browser.newContext());
    return await page.evaluate(lookInPage, { scenes, watcher: await watcherPath(), workers });
  } finally {
    await browser.close();
  }
}

/** Opens a page with `paint`. */
async function openPainter(context: BrowserContext): Promise<Page> {
  await context.route(`${origin}/**`, async (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname === '/') return route.fulfill({ contentType: 'text/html', body: '<title>Pictures</title>' });
    const body = await readFile(join(built, pathname.replace('/attend/', '')));
    return route.fulfill({ body, contentType: types[extname(pathname)] ?? 'application/octet-stream' });
  });
  const page = await context.newPage();
  await page.goto(origin);
  const [faces = '', body = ''] = await Promise.all(
    [
      ['screenshot-facematch.jpg', 'image/jpeg'],
      ['icon.png', 'image/png'],
    ].map(
      async ([file = '', type]) => `data:${type};base64,${(await readFile(join(assets, file))).toString('base64')}`,
    ),
  );
  await page.evaluate(preparePainter, { faces, body });
  return page;
}

async function watcherPath(): Promise<string> {
  const name = (await readdir(join(built, 'assets'))).find((file) => /^watcher-.*\.js$/.test(file));
  if (name === undefined) throw new Error('The students’ page is not built: run `npm run build` first.');
  return `/attend/assets/${name}`;
}

declare global {
  interface Window {
    paint(scene: Scene): OffscreenCanvas;
  }
}

/** Runs in the page. */
async function lookInPage(asked: { scenes: readonly Scene[]; watcher: string; workers: number }): Promise<Sighting[]> {
  const seen: Sighting[] = [];
  let next = 0;
  const work = async () => {
    const worker = new Worker(asked.watcher, { type: 'module' });
    const ask = (message: ToWorker, transfer: Transferable[] = []) =>
      new Promise<FromWorker>((resolve, reject) => {
        worker.onmessage = ({ data }) => resolve(data);
        worker.onerror = () => reject(new Error('The worker has failed'));
        worker.postMessage(message, transfer);
      });
    const answer = await ask({ type: 'load' });
    if (answer.type === 'failed') throw new Error(answer.reason);
    while (next < asked.scenes.length) {
      const index = next++;
      const picture = window.paint(asked.scenes[index]!).transferToImageBitmap();
      const { sighting } = (await ask({ type: 'frame', picture }, [picture])) as Extract<FromWorker, { type: 'seen' }>;
      seen[index] = sighting!;
    }
    worker.terminate();
  };
  await Promise.all(Array.from({ length: asked.workers }, work));
  return seen;
}

/** Runs in the page: defines `paint`. */
async function preparePainter(urls: { faces: string; body: string }): Promise<void> {
  const load = async (url: string) => {
    const image = new Image();
    image.src = url;
    await image.decode();
    return image;
  };
  const [sheet, body] = await Promise.all([load(urls.faces), load(urls.body)]);
  const [width, height] = [320, 240];
  // Faces on the sheet: eighteen in a row.
  const tile = { across: 106.7, down: 112.4, top: 283, side: 105 };
  const placeOf = (face: number): [number, number, number, number] => [
    (face % 18) * tile.across + 1,
    tile.top + Math.floor(face / 18) * tile.down + 1,
    tile.side,
    tile.side,
  ];
  const clothes = ['#31405f', '#6b2d2d', '#d8d2c4', '#2f4f3a', '#16181c', '#8a7a9c'];
  const walls = [
    ['#e8dcc8', '#8d8578'],
    ['#c9d4dc', '#5f6a72'],
    ['#f4f2ee', '#b9b2a6'],
    ['#9aa68f', '#3f463a'],
    ['#d9c2b0', '#7a5a48'],
    ['#7d8794', '#23272d'],
  ] as const;

  /** Returns the colour of a cheek. */
  const skinOf = (face: number): string => {
    const context = new OffscreenCanvas(1, 1).getContext('2d')!;
    const [left, top, side] = placeOf(face);
    context.drawImage(sheet, left + side * 0.35, top + side * 0.5, side * 0.12, side * 0.1, 0, 0, 1, 1);
    const [red, green, blue] = context.getImageData(0, 0, 1, 1).data;
    return `rgb(${red} ${green} ${blue})`;
  };
  /** Cuts a face out along an ellipse with a soft edge, and puts glasses on. */
  const headOf = ({ face, before }: Face): OffscreenCanvas => {
    const head = new OffscreenCanvas(200, 200);
    const context = head.getContext('2d')!;
    context.drawImage(sheet, ...placeOf(face), 0, 0, 200, 200);
    if (before === 'glasses' || before === 'sunglasses') {
      context.lineWidth = 6;
      context.fillStyle = before === 'glasses' ? 'rgb(255 255 255 / 0.15)' : '#0b0b0c';
      context.strokeStyle = '#15130f';
      for (const x of [66, 134]) {
        context.beginPath();
        context.ellipse(x, 82, 27, 22, 0, 0, Math.PI * 2);
        context.fill();
        context.stroke();
      }
      context.strokeRect(93, 78, 14, 2);
    }
    if (before === 'mask') {
      context.fillStyle = '#a9c4d6';
      context.beginPath();
      context.ellipse(100, 150, 62, 52, 0, 0, Math.PI * 2);
      context.fill();
    }
    const edge = context.createRadialGradient(0, 0, 0.82, 0, 0, 1);
    edge.addColorStop(0, '#000');
    edge.addColorStop(1, '#0000');
    context.globalCompositeOperation = 'destination-in';
    context.translate(100, 100);
    context.scale(88, 98);
    context.fillStyle = edge;
    context.fillRect(-2, -2, 4, 4);
    return head;
  };

  window.paint = ({ room, light, window: pane = [0, 0], faces, posters, hands }) => {
    const canvas = new OffscreenCanvas(width, height);
    let context = canvas.getContext('2d')!;
    const wall = context.createLinearGradient(0, 0, width, height);
    const [bright, shaded] = walls[room % walls.length]!;
    wall.addColorStop(0, bright);
    wall.addColorStop(1, shaded);
    context.fillStyle = wall;
    context.fillRect(0, 0, width, height);
    // A shelf or a window, a lamp, and the back of a chair.
    context.fillStyle = room % 2 === 0 ? '#5b4636' : '#eef4f8';
    context.fillRect(room % 3 === 0 ? 10 : width - 75, 20, 65, 90);
    context.fillStyle = '#f3e3b0';
    context.beginPath();
    context.ellipse(width * (0.25 + 0.1 * (room % 5)), 15, 17, 13, 0, 0, Math.PI * 2);
    context.fill();
    context.fillStyle = '#2b2b30';
    context.beginPath();
    context.roundRect(width * 0.36, height * 0.62, width * 0.28, height * 0.5, 15);
    context.fill();

    const within = (x: number, y: number, roll: number, draw: () => void) => {
      context.save();
      context.translate(x * height, y * height);
      context.rotate((roll * Math.PI) / 180);
      draw();
      context.restore();
    };
    const hand = (size: number, colour: string) => {
      context.fillStyle = colour;
      context.strokeStyle = 'rgb(60 30 20 / 0.35)';
      context.lineWidth = size * 0.02;
      const part = (x: number, y: number, across: number, down: number, turn: number) => {
        context.beginPath();
        context.ellipse(x * size, y * size, across * size, down * size, turn, 0, Math.PI * 2);
        context.fill();
        context.stroke();
      };
      part(0.02, 0.7, 0.2, 0.45, 0);
      part(0, 0.22, 0.28, 0.3, 0);
      for (const [x, y, turn] of [
        [-0.21, -0.15, -0.12],
        [-0.07, -0.24, -0.04],
        [0.08, -0.24, 0.04],
        [0.21, -0.14, 0.12],
      ] as const) {
        part(x, y, 0.075, 0.28, turn);
      }
      part(0.34, 0.16, 0.075, 0.22, 0.7);
    };

    for (const { face, x, y, size } of posters) {
      within(x, y, 0, () => {
        const side = size * height;
        context.fillStyle = '#fff';
        context.fillRect(-side * 0.58, -side * 0.58, side * 1.16, side * 1.16);
        if (face === null) context.drawImage(body, -side / 2, -side / 2, side, side);
        else context.drawImage(sheet, ...placeOf(face), -side / 2, -side / 2, side, side);
      });
    }
    // Whoever is there stands before the window.
    const people = new OffscreenCanvas(width, height);
    const behind = context;
    context = people.getContext('2d')!;
    for (const one of faces) {
      const { face, x, y, size, roll, squeeze = 1, before } = one;
      const side = size * height;
      context.fillStyle = clothes[Math.floor(face / 4) % clothes.length]!;
      context.beginPath();
      context.ellipse(x * height, y * height + side * 1.5, side * 0.95, side * 1.05, 0, 0, Math.PI * 2);
      context.fill();
      context.fillStyle = skinOf(face);
      context.fillRect(x * height - side * 0.17, y * height + side * 0.2, side * 0.34, side * 0.42);
      within(x, y, roll, () => {
        context.drawImage(headOf(one), (-side * squeeze) / 2, -side / 2, side * squeeze, side);
        if (before === 'book') {
          context.fillStyle = '#7a1f2b';
          context.fillRect(-side * 0.55, 0, side * 1.1, side * 0.8);
        }
        if (before === 'hand') {
          context.translate(side * 0.08, side * 0.32);
          context.rotate(-0.25);
          hand(side * 0.75, skinOf(face));
        }
      });
    }
    for (const { x, y, size } of hands) {
      within(x, y, 0, () => hand(size * height, faces[0] ? skinOf(faces[0].face) : '#c99a7c'));
    }

    const { data: before } = context.getImageData(0, 0, width, height);
    behind.drawImage(people, 0, 0);
    const pixels = behind.getImageData(0, 0, width, height);
    // A webcam's noise, the same each time.
    let state = room * 7919 + 1;
    for (let index = 0; index < pixels.data.length; index += 1) {
      if (index % 4 === 3) continue;
      state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
      const x = (index >> 2) % width;
      const glare =
        x >= pane[0] * width && x < pane[1] * width && index < pixels.data.length * 0.8 ? 255 - before[index | 3]! : 0;
      pixels.data[index] = pixels.data[index]! * light + glare + ((state >> 16) % 9) - 4;
    }
    behind.putImageData(pixels, 0, 0);
    return canvas;
  };
}
