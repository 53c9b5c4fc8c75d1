import { crc32, deflateSync } from 'node:zlib';

const width = 160;
const height = 120;

type Colour = readonly [red: number, green: number, blue: number];
const wall: Colour = [203, 213, 225];
const desk: Colour = [120, 113, 108];
const figures: Colour[] = [
  [30, 64, 175],
  [190, 24, 93],
  [21, 128, 61],
];

/** Draws a seat as a camera would see it. @returns a data URL of a small PNG */
export function drawSeat(people: number): string {
  // Each row is a filter byte (none), then red, green and blue of each pixel.
  const pixels = Buffer.alloc(height * (1 + width * 3));
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) pixels.set(colourAt(x, y, people), y * (1 + width * 3) + 1 + x * 3);
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Eight bits per channel, RGB.
  header.set([8, 2], 8);
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  const png = Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
  return `data:image/png;base64,${png.toString('base64')}`;
}

function colourAt(x: number, y: number, people: number): Colour {
  if (y > height * 0.85) return desk;
  const index = Math.floor((x / width) * people);
  const fromMiddle = x - ((index + 0.5) * width) / people;
  const isHead = Math.hypot(fromMiddle, y - 50) < 18;
  const isBody = Math.hypot(fromMiddle / 1.2, y - 105) < 32;
  return (isHead || isBody) && people > 0 ? (figures[index] ?? wall) : wall;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  framed.set(body, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}
