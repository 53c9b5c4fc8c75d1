import { and, eq, gte, lt } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Database } from '../../platform/database/database';
import { detections, screenshots, sections } from '../../platform/database/schema';
import type { PictureKey } from './screenshotAddress';

export interface Picture {
  type: string;
  bytes: Buffer;
}

/** A picture, and in whose logs it is. */
interface StoredPicture extends Picture {
  sectionId: number;
  teacherId: number;
}

/** How the first bytes of each kind of picture look in hexadecimal. */
const marks = new Map([
  ['image/png', /^89504e470d0a1a0a/],
  ['image/jpeg', /^ffd8ff/],
  ['image/gif', /^474946383[79]61/],
  ['image/webp', /^52494646.{8}57454250/],
]);
const markLength = 12;

/** Reads a data URL. Undefined unless it holds the kind of picture it says, one that cannot carry scripts. */
export function readPicture(dataUrl: string): Picture | undefined {
  const [, type = '', data = ''] = /^data:([^;,]*);base64,([A-Za-z0-9+/]+={0,2})$/.exec(dataUrl) ?? [];
  const bytes = Buffer.from(data, 'base64');
  return marks.get(type)?.test(bytes.toString('hex', 0, markLength)) ? { type, bytes } : undefined;
}

/** Joins pictures with the detections that they belong to. */
export const isDetectionOf = and(eq(detections.id, screenshots.detectionId), eq(detections.seenAt, screenshots.seenAt));

export async function findPicture(db: Database, { id, seenAt }: PictureKey): Promise<StoredPicture | undefined> {
  // The database counts microseconds, a date milliseconds. Said of both tables, it leaves one month of each to look into.
  const end = new Date(seenAt.getTime() + 1);
  const isSeen = (column: PgColumn) => and(gte(column, seenAt), lt(column, end));
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
    .where(and(eq(screenshots.detectionId, id), isSeen(screenshots.seenAt), isSeen(detections.seenAt)));
  return row?.type ? { ...row, type: row.type, bytes: Buffer.from(row.bytes) } : undefined;
}
