import { existsSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { askHolder } from './folderLock';

/** Asks the process that holds a data directory what it is doing; it answers with one of the names below, or nothing. */
export const stateRequest = 'state';

/** What keeps the holder from taking a request over, and what its command is told meanwhile. */
const waits = {
  starting: 'Vigil is still starting. Waiting for it…',
  command: 'Another command is at work on the data. Waiting for it…',
};
export type ServerState = keyof typeof waits | 'open';

const pauseMilliseconds = 250;

/**
 * Puts a request to the server that holds a data directory, as soon as it can take it.
 * @returns its answer; undefined when nobody holds the directory, or no more
 */
export async function askServer(dataDirectory: string, request: string): Promise<Readable | undefined> {
  let said = '';
  while (existsSync(dataDirectory)) {
    const answer = await askHolder(dataDirectory, stateRequest);
    if (!answer) return undefined;
    // Of a server of an older version, the answer is empty.
    const state = await text(answer).catch(() => '');
    if (!isWait(state)) return askHolder(dataDirectory, request);
    if (said !== state) console.error(waits[state]);
    said = state;
    await pause(pauseMilliseconds);
  }
  return undefined;
}

const isWait = (state: string): state is keyof typeof waits => Object.hasOwn(waits, state);
