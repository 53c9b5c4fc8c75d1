import { existsSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { askHolder } from './folderLock';

/** Request for the state of the process that holds a data directory. The answer is a `ServerState`, or empty. */
export const stateRequest = 'state';

/** Messages for states in which the holder cannot take a request yet. */
const waitMessages = {
  starting: 'Vigil is still starting. Waiting for it…',
  command: 'Another command is using the data. Waiting for it…',
};
export type ServerState = keyof typeof waitMessages | 'open';

const pauseMilliseconds = 250;

/**
 * Sends a request to the server that holds a data directory, once it is ready.
 * @returns its answer; undefined when no process holds the directory
 */
export async function askServer(dataDirectory: string, request: string): Promise<Readable | undefined> {
  let shown = '';
  while (existsSync(dataDirectory)) {
    const answer = await askHolder(dataDirectory, stateRequest);
    if (!answer) return undefined;
    // Older servers answer with nothing.
    const state = await text(answer).catch(() => '');
    if (!isWaiting(state)) return askHolder(dataDirectory, request);
    if (shown !== state) console.error(waitMessages[state]);
    shown = state;
    await pause(pauseMilliseconds);
  }
  return undefined;
}

const isWaiting = (state: string): state is keyof typeof waitMessages => Object.hasOwn(waitMessages, state);
