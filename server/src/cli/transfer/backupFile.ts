import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { StartFailure } from '../../platform/config/startFailure';
import { fileReason } from '../../platform/files/fileReason';
import { writeWhole } from '../../platform/files/wholeFile';
import type { Contents } from './contents';
import { fromLines, toLines } from './lines';

/** Writes contents to a file; see `writeWhole`. */
export const writeBackup = (file: string, contents: Contents): Promise<void> =>
  writeWhole(file, (target) => pipeline(toLines(contents), createGzip(), target));

/**
 * Reads what `writeBackup` wrote.
 * @throws StartFailure when it cannot be read or is something else; see `fromLines`
 */
export async function readBackup(file: string): Promise<Contents> {
  const handle = await open(file).catch((error) => {
    throw new StartFailure(`${file} cannot be read: ${fileReason(error)}.`);
  });
  const text = createGunzip();
  // A failure shows in the text, which then has no end.
  pipeline(handle.createReadStream(), text).catch(() => {});
  return fromLines(text.setEncoding('utf8'), {
    foreign: `${file} is no backup of Vigil's.`,
    damaged: `${file} is damaged or was cut short.`,
  });
}
