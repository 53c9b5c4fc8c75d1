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
const huffmanTables = 0xc4;
const quantisationTables = 0xdb;
const restartInterval = 0xdd;
/** Baseline, extended and progressive. */
const frames = new Set([0xc0, 0xc1, 0xc2]);
/** Application data, such as places and names of cameras, and comments. */
const isMetadata = (marker: number) => (marker >= 0xe0 && marker <= 0xef) || marker === 0xfe;

/**
 * Returns the parts of a JPEG that make its picture. Metadata and whatever follows the picture, such as another file, are left out.
 * @returns undefined unless it is a whole JPEG with one small frame
 */
function imageOf(bytes: Buffer): Buffer | undefined {
  const kept = [bytes.subarray(0, 2)];
  let [hasFrame, hasScan] = [false, false];
  const defined = new Set<string>();
  for (let at = 2; bytes[at] === 0xff; ) {
    const marker = bytes[at + 1] ?? 0;
    if (marker === endOfImage) return hasScan ? Buffer.concat([...kept, bytes.subarray(at, at + 2)]) : undefined;
    if (at + 4 > bytes.length) return undefined;
    const header = at + 2 + bytes.readUInt16BE(at + 2);
    if (header > bytes.length) return undefined;
    if (!isMetadata(marker) && !isExact(marker, bytes.subarray(at + 4, header), defined)) return undefined;
    if (frames.has(marker)) {
      if (hasFrame || !isSmall(bytes.subarray(at, header))) return undefined;
      hasFrame = true;
    } else if (marker === startOfScan) {
      if (!hasFrame) return undefined;
      hasScan = true;
    }
    const end = marker === startOfScan ? endOfScan(bytes, header) : header;
    if (!isMetadata(marker)) kept.push(bytes.subarray(at, end));
    at = end;
  }
  return undefined;
}

/**
 * Returns whether a segment is a part of a picture, and exactly as long as the standard prescribes (ITU T.81, annex B): in a longer one,
 * or in one that is defined twice, anything could hide.
 * @param content without its marker and length
 * @param defined what earlier segments have defined
 */
function isExact(marker: number, content: Buffer, defined: Set<string>): boolean {
  const define = (what: string) => defined.size < defined.add(what).size;
  if (frames.has(marker)) return content.length === 6 + 3 * (content[5] ?? 0);
  if (marker === startOfScan) return content.length === 4 + 2 * (content[0] ?? 0);
  if (marker === restartInterval) return content.length === 2 && define('restart interval');
  if (marker !== quantisationTables && marker !== huffmanTables) return false;
  let at = 0;
  while (at < content.length) {
    const head = content[at] ?? 0;
    if (marker === quantisationTables) {
      // Values of a byte or two.
      if (head > 0x13 || (head & 15) > 3 || !define(`quantisation ${head & 15}`)) return false;
      at += 1 + 64 * (1 + (head >> 4));
    } else {
      const counts = content.subarray(at + 1, at + 17);
      at += 17 + counts.reduce((sum, count) => sum + count, 0);
    }
  }
  return at === content.length;
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
