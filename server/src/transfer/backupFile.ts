import { randomUUID } from 'node:crypto';
import { lstatSync, rmSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { fileReason } from '../fileReason';
import { StartFailure } from '../startFailure';
import { syncFolder } from '../syncFolder';
import type { Contents } from './contents';
import { fromLines, toLines } from './lines';

/**
 * Writes contents to a file, readable by its owner only. Until all of it is on the disk there is no such file, or the old one.
 * @throws StartFailure when the file cannot be written
 */
export async function writeBackup(file: string, contents: Contents): Promise<void> {
  if (lstatSync(file, { throwIfNoEntry: false })?.isFile() === false) throw new StartFailure(`${file} is not a file.`);
  const unfinished = `${file}.${randomUUID().slice(0, 8)}.unfinished`;
  // However this process ends, but for kill -9.
  process.once('exit', () => rmSync(unfinished, { force: true }));
  try {
    const handle = await open(unfinished, 'wx', 0o600);
    await pipeline(toLines(contents), createGzip(), handle.createWriteStream({ flush: true }));
    await rename(unfinished, file);
    await syncFolder(dirname(file));
  } catch (error) {
    throw isOfFile(error) ? new StartFailure(`${file} cannot be written: ${fileReason(error)}.`) : error;
  }
}

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

/** Failures of what is written pass through here as well. */
const isOfFile = (error: unknown) => error instanceof Error && 'syscall' in error;
