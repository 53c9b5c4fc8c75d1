import { randomUUID } from 'node:crypto';
import { lstatSync, rmSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Writable } from 'node:stream';
import { OperatorError } from '../config/operatorError';
import { fileReason } from './fileReason';
import { syncFolder } from './syncFolder';

/**
 * Writes a file, readable by its owner only. Until all of it is on the disk there is no such file, or the old one.
 * @param write writes to the target and ends it
 * @throws OperatorError when the file cannot be written
 */
export async function atomicWrite(file: string, write: (target: Writable) => Promise<void>): Promise<void> {
  if (lstatSync(file, { throwIfNoEntry: false })?.isFile() === false) throw new OperatorError(`${file} is not a file.`);
  const unfinished = `${file}.${randomUUID().slice(0, 8)}.unfinished`;
  // However this process ends, but for kill -9.
  process.once('exit', () => rmSync(unfinished, { force: true }));
  try {
    const handle = await open(unfinished, 'wx', 0o600);
    await write(handle.createWriteStream({ flush: true }));
    await rename(unfinished, file);
    await syncFolder(dirname(file));
  } catch (error) {
    throw isOfFile(error) ? new OperatorError(`${file} cannot be written: ${fileReason(error)}.`) : error;
  }
}

/** Failures of what is written pass through here as well. */
const isOfFile = (error: unknown) => error instanceof Error && 'syscall' in error;
