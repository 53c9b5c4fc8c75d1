import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { chromium } from 'playwright-core';
import { testChromiumOptions } from '../../scripts/lib/programs.mjs';

/* Chromium with a camera that shows a film: real faces from the detector's own package, an empty room, darkness. */

const pictures = join(dirname(createRequire(import.meta.url).resolve('@vladmandic/human')), '../assets/samples.jpg');

/** Where one or several people are in the picture: left, top, width, height. */
const crops = { one: [325, 0, 211, 157], several: [1130, 0, 150, 157], empty: null, dark: null } as const;

type Scene = readonly [what: keyof typeof crops, seconds: number];

const [width, height, perSecond] = [320, 240, 2];

/** Chromium's arguments for a camera that shows a film, over and over. */
export const cameraArgs = (film: string) => [
  '--use-fake-ui-for-media-stream',
  '--use-fake-device-for-media-stream',
  `--use-file-for-fake-video-capture=${film}`,
];

/** Starts a headless Chromium whose camera shows the scenes. The caller closes it. */
export async function launchWithCamera(file: string, scenes: readonly Scene[]) {
  await writeFilm(file, scenes);
  const { args = [], ...options } = await testChromiumOptions();
  return chromium.launch({ ...options, args: [...args, ...cameraArgs(file)] });
}

/** Writes a film of the scenes. */
export async function writeFilm(file: string, scenes: readonly Scene[]): Promise<void> {
  const painter = await chromium.launch(await testChromiumOptions());
  const page = await painter.newPage();
  const picture = `data:image/jpeg;base64,${(await readFile(pictures)).toString('base64')}`;
  const frames = new Map<string, Buffer[]>();
  for (const [what] of scenes) {
    const moments = [0, 4, 8, 4].map((shift) => ({ picture, what, crop: crops[what], shift, width, height }));
    const painted = await Promise.all(moments.map((moment) => page.evaluate(paint, moment)));
    frames.set(
      what,
      painted.map((base64) => Buffer.from(base64, 'base64')),
    );
  }
  await painter.close();
  const film = scenes.flatMap(([what, seconds]) =>
    Array.from({ length: seconds * perSecond }, (_, index) => [
      Buffer.from('FRAME\n'),
      withNoise(frames.get(what)![Math.floor(index / perSecond) % 4]!),
    ]).flat(),
  );
  const head = `YUV4MPEG2 W${width} H${height} F${perSecond}:1 Ip A1:1 C420jpeg\n`;
  await writeFile(file, Buffer.concat([Buffer.from(head), ...film]));
}

/** Returns the picture with noise in its brightness: no two pictures of a real camera are the same. */
function withNoise(picture: Buffer): Buffer {
  const noisy = Buffer.from(picture);
  for (let index = 0; index < width * height; index += 1) {
    noisy[index] = Math.max(16, noisy[index]! + Math.round(Math.random() * 4 - 2));
  }
  return noisy;
}

interface Painted {
  picture: string;
  what: string;
  crop: readonly [number, number, number, number] | null;
  /** People are never quite still: how far to the right, in pixels. */
  shift: number;
  width: number;
  height: number;
}

/** Runs in the browser: paints a frame and returns it as planes of YUV 4:2:0, in base64. */
async function paint({ picture, what, crop, shift, width, height }: Painted): Promise<string> {
  const image = new Image();
  image.src = picture;
  await image.decode();
  const context = new OffscreenCanvas(width, height).getContext('2d')!;
  if (what !== 'dark') {
    const wall = context.createLinearGradient(0, 0, width, height);
    wall.addColorStop(0, '#e8dcc8');
    wall.addColorStop(1, '#403830');
    context.fillStyle = wall;
  }
  context.fillRect(0, 0, width, height);
  if (crop !== null) {
    const [left, top, across, down] = crop;
    const scale = Math.min(width / across, height / down);
    context.drawImage(image, left, top, across, down, shift * 2, 0, across * scale, down * scale);
  }
  const { data } = context.getImageData(0, 0, width, height);
  const size = width * height;
  const planes = new Uint8Array(size * 1.5);
  for (let index = 0; index < size; index += 1) {
    const [red = 0, green = 0, blue = 0] = data.subarray(index * 4, index * 4 + 3);
    planes[index] = 16 + (65.7 * red + 129 * green + 25 * blue) / 256;
    const [x, y] = [index % width, Math.floor(index / width)];
    if (x % 2 === 1 || y % 2 === 1) continue;
    const half = (y / 2) * (width / 2) + x / 2;
    planes[size + half] = 128 + (-37.9 * red - 74.5 * green + 112.4 * blue) / 256;
    planes[size * 1.25 + half] = 128 + (112.4 * red - 94.2 * green - 18.3 * blue) / 256;
  }
  let text = '';
  for (const byte of planes) text += String.fromCharCode(byte);
  return btoa(text);
}
