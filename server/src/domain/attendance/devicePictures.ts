import * as v from 'valibot';
import { readPicture } from '../detection/screenshots';

/** As in the contract. */
const max = { bytes: 30_000, side: 320 };
const type = 'image/jpeg';
const prefix = `data:${type};base64,`;
const maxCharacters = prefix.length + 4 * Math.ceil(max.bytes / 3);

const WithPicture = v.looseObject({ screenshot: v.string() });

/**
 * Returns a report's events with what may be kept of their pictures. A report is worth more than its picture, so one whose picture is not
 * allowed, too large or no picture is recorded without it.
 */
export function withSmallPictures(
  events: unknown[],
  isAllowed: boolean,
): { events: unknown[]; pictures: number; dropped: ReadonlySet<number> } {
  const dropped = new Set<number>();
  let pictures = 0;
  const sifted = events.map((event, index) => {
    if (!v.is(WithPicture, event)) return event;
    const { screenshot, ...rest } = event;
    const picture = isAllowed ? smallPicture(screenshot) : undefined;
    if (picture === undefined) {
      dropped.add(index);
      return rest;
    }
    pictures += 1;
    return { ...rest, screenshot: picture };
  });
  return { events: sifted, pictures, dropped };
}

/** Returns a small picture without its metadata, or undefined when it is anything else. */
function smallPicture(dataUrl: string): string | undefined {
  const picture = dataUrl.length <= maxCharacters ? readPicture(dataUrl) : undefined;
  const bytes = picture?.type === type && picture.bytes.length <= max.bytes ? imageOf(picture.bytes) : undefined;
  return bytes && prefix + bytes.toString('base64');
}

const endOfImage = 0xd9;
const startOfScan = 0xda;
/** Baseline, extended and progressive. */
const frames = new Set([0xc0, 0xc1, 0xc2]);
/** What a picture is made of: Huffman and quantisation tables, the restart interval, and its scans. */
const parts = new Set([0xc4, 0xdb, 0xdd, startOfScan]);
/** Application data, such as places and names of cameras, and comments. */
const isMetadata = (marker: number) => (marker >= 0xe0 && marker <= 0xef) || marker === 0xfe;

/**
 * Returns the parts of a JPEG that make its picture. Metadata and whatever follows the picture, such as another file, are left out.
 * @returns undefined unless it is a whole JPEG with one small frame
 */
function imageOf(bytes: Buffer): Buffer | undefined {
  const kept = [bytes.subarray(0, 2)];
  let [hasFrame, hasScan] = [false, false];
  for (let at = 2; bytes[at] === 0xff; ) {
    const marker = bytes[at + 1] ?? 0;
    if (marker === endOfImage) return hasScan ? Buffer.concat([...kept, bytes.subarray(at, at + 2)]) : undefined;
    if (at + 4 > bytes.length) return undefined;
    const header = at + 2 + bytes.readUInt16BE(at + 2);
    if (header > bytes.length) return undefined;
    if (frames.has(marker)) {
      if (hasFrame || !isSmall(bytes.subarray(at, header))) return undefined;
      hasFrame = true;
    } else if (marker === startOfScan) {
      if (!hasFrame) return undefined;
      hasScan = true;
    } else if (!parts.has(marker) && !isMetadata(marker)) return undefined;
    const end = marker === startOfScan ? endOfScan(bytes, header) : header;
    if (!isMetadata(marker)) kept.push(bytes.subarray(at, end));
    at = end;
  }
  return undefined;
}

/** A frame has its height and width after its marker, length and precision. */
function isSmall(frame: Buffer): boolean {
  if (frame.length < 9) return false;
  const sides = [frame.readUInt16BE(5), frame.readUInt16BE(7)];
  return sides.every((side) => side > 0 && side <= max.side);
}

/** Returns where the first marker after a scan's data is. A zero or a restart marker belongs to the data. */
function endOfScan(bytes: Buffer, start: number): number {
  for (let at = bytes.indexOf(0xff, start); at !== -1; at = bytes.indexOf(0xff, at + 2)) {
    const next = bytes[at + 1] ?? 0;
    if (next !== 0 && !(next >= 0xd0 && next <= 0xd7)) return at;
  }
  return bytes.length;
}
