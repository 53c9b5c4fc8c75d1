import { and, eq, gte, lt } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { equalInConstantTime, keyedHash } from '../../platform/config/secrets';
import type { Database } from '../../platform/database/database';
import type { Keys } from '../keys';
import { detections, screenshots } from '../tables/detection';
import { sections } from '../tables/section';

export interface Picture {
  type: string;
  bytes: Buffer;
}

/** Identifies a stored picture. */
export interface PictureKey {
  /** The detection's. */
  id: number;
  /** The detection's; determines the partition. */
  seenAt: Date;
}

/** Magic numbers of the accepted types, in hexadecimal. None of these types can carry scripts. */
const signatures = new Map([
  ['image/png', /^89504e470d0a1a0a/],
  ['image/jpeg', /^ffd8ff/],
  ['image/gif', /^474946383[79]61/],
  ['image/webp', /^52494646.{8}57454250/],
]);
const signatureBytes = 12;

/** Decodes a data URL. @returns undefined unless it holds an accepted type of picture that matches its media type */
export function readPicture(dataUrl: string): Picture | undefined {
  const [, type = '', data = ''] = /^data:([^;,]*);base64,([A-Za-z0-9+/]+={0,2})$/.exec(dataUrl) ?? [];
  const bytes = Buffer.from(data, 'base64');
  return signatures.get(type)?.test(bytes.toString('hex', 0, signatureBytes)) ? { type, bytes } : undefined;
}

/** SQL condition that joins pictures with their detections. */
export const isDetectionOf = and(eq(detections.id, screenshots.detectionId), eq(detections.seenAt, screenshots.seenAt));

export async function findPicture(
  db: Database,
  { id, seenAt }: PictureKey,
): Promise<(Picture & { sectionId: number; teacherId: number }) | undefined> {
  // The database has microseconds, a Date only milliseconds. Stating the range for both tables limits each to one partition.
  const end = new Date(seenAt.getTime() + 1);
  const isOfThatTime = (column: PgColumn) => and(gte(column, seenAt), lt(column, end));
  const [row] = await db
    .select({
      type: detections.screenshotType,
      bytes: screenshots.bytes,
      sectionId: sections.id,
      teacherId: sections.teacherId,
    })
    .from(screenshots)
    .innerJoin(detections, isDetectionOf)
    .innerJoin(sections, eq(sections.id, detections.sectionId))
    .where(and(eq(screenshots.detectionId, id), isOfThatTime(screenshots.seenAt), isOfThatTime(detections.seenAt)));
  return row?.type ? { ...row, type: row.type, bytes: Buffer.from(row.bytes) } : undefined;
}

const stepSeconds = 600;

/**
 * Returns when URLs signed now expire, in seconds since 1970: in ten to twenty minutes. Rounded up so that consecutive lists have the
 * same URLs and browsers reuse cached pictures.
 */
export const screenshotsExpire = () => (Math.floor(Date.now() / 1000 / stepSeconds) + 2) * stepSeconds;

/** Whom a signed URL was given to: the section's owner, another teacher by id, or the student in their receipt. */
type Reader = 'owner' | 'student' | number;

/** Returns the signed URL of a stored picture. */
export function screenshotAddress(keys: Keys, picture: PictureKey, reader: Reader = 'owner'): string {
  const expires = screenshotsExpire();
  const signature = sign(keys, picture, { expires, reader });
  const address = `/detection/screenshots/${picture.id}/?seen_at=${picture.seenAt.getTime()}&expires=${expires}&signature=${signature}`;
  if (reader === 'owner') return address;
  return `${address}&${reader === 'student' ? 'reader' : 'teacher'}=${reader}`;
}

/** What a signed URL says besides the picture. */
interface Signed {
  expires: number;
  signature: string;
  reader?: 'student' | undefined;
  teacher?: number | undefined;
}

/** Verifies a signed URL. */
export const isScreenshotAddress = (
  keys: Keys,
  picture: PictureKey,
  { expires, signature, reader, teacher }: Signed,
): boolean =>
  equalInConstantTime(signature, sign(keys, picture, { expires, reader: teacher ?? reader ?? 'owner' })) &&
  expires * 1000 > Date.now();

const sign = (keys: Keys, { id, seenAt }: PictureKey, { expires, reader }: { expires: number; reader: Reader }) =>
  keyedHash(keys.screenshots, `${reader === 'owner' ? '' : `${reader} `}${id} ${seenAt.getTime()} ${expires}`);
