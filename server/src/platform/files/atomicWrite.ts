import { randomUUID } from 'node:crypto';
import { lstatSync, rmSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Writable } from 'node:stream';
import { OperatorError } from '../operatorError';
import { fileReason } from './fileReason';

/**
 * Writes a file, readable by its owner only, under a temporary name and renames it once it is durable.
 * @param write writes to the target and ends it
 * @throws OperatorError when the file cannot be written
 */
export async function atomicWrite(file: string, write: (target: Writable) => Promise<void>): Promise<void> {
  if (lstatSync(file, { throwIfNoEntry: false })?.isFile() === false) throw new OperatorError(`${file} is not a file.`);
  const unfinished = `${file}.${randomUUID().slice(0, 8)}.unfinished`;
  // Runs however the process ends, except on SIGKILL.
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

/** Tells failures of the file from failures of `write`. */
const isOfFile = (error: unknown) => error instanceof Error && 'syscall' in error;

/** Makes a new name in a folder survive a power loss. Windows needs no help with that. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder);
  await handle.sync().finally(() => handle.close());
}
