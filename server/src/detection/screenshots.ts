import { eq } from 'drizzle-orm';
import type { Database } from '../database/database';
import { detections, screenshots, sections } from '../database/schema';

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

export async function findPicture(db: Database, detectionId: number): Promise<StoredPicture | undefined> {
  const [row] = await db
    .select({
      type: detections.screenshotType,
      bytes: screenshots.bytes,
      sectionId: sections.id,
      teacherId: sections.teacherId,
    })
    .from(screenshots)
    .innerJoin(detections, eq(detections.id, screenshots.detectionId))
    .innerJoin(sections, eq(sections.id, detections.sectionId))
    .where(eq(screenshots.detectionId, detectionId));
  return row?.type ? { ...row, type: row.type, bytes: Buffer.from(row.bytes) } : undefined;
}
