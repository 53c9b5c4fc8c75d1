import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { atomicWrite } from '../../platform/files/atomicWrite';
import { fileReason } from '../../platform/files/fileReason';
import { OperatorError } from '../../platform/operatorError';
import type { Contents } from './contents';
import { fromNdjson, toNdjson } from './ndjson';

/** Writes contents to a file; see `atomicWrite`. */
export const writeBackup = (file: string, contents: Contents): Promise<void> =>
  atomicWrite(file, (target) => pipeline(toNdjson(contents), createGzip(), target));

/**
 * Reads what `writeBackup` wrote.
 *
 * @throws OperatorError when it cannot be read or is something else; see `fromNdjson`
 */
export async function readBackup(file: string): Promise<Contents> {
  const handle = await open(file).catch((error) => {
    throw new OperatorError(`${file} cannot be read: ${fileReason(error)}.`);
  });
  const text = createGunzip();
  // A failure truncates the text, which its reader notices.
  pipeline(handle.createReadStream(), text).catch(() => {});
  return fromNdjson(text.setEncoding('utf8'), {
    foreign: `${file} is no backup of Vigil's.`,
    damaged: `${file} is damaged or was cut short.`,
  });
}
