import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { readOrCreateSecret } from '../config/secrets';
import { StartFailure } from '../config/startFailure';
import { fileReason } from './fileReason';
import { type Answer, type FolderLock, lockFolder } from './folderLock';
import { type HolderState, stateRequest } from './holder';

/** The embedded server's folder, held for this process alone. */
export interface DataDirectory extends FolderLock {
  databaseFolder: string;
  jwtSecret: string;
}

export const databaseFolder = (folder: string) => join(folder, 'database');
export const jwtSecretFile = (folder: string) => join(folder, 'jwt-secret');

/**
 * Makes the folder when missing, locks it and reads its secrets.
 * @param answer see `lockFolder`; by default that of a command, which takes no requests over
 * @throws StartFailure when it cannot be used
 */
export async function openDataDirectory(folder: string, answer: Answer = answerBusy): Promise<DataDirectory> {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const lock = await lockFolder(folder, answer);
    try {
      return {
        ...lock,
        databaseFolder: databaseFolder(folder),
        jwtSecret: await readOrCreateSecret(jwtSecretFile(folder)),
      };
    } catch (error) {
      await lock.close();
      throw error;
    }
  } catch (error) {
    throw error instanceof StartFailure
      ? error
      : new StartFailure(`The data directory ${folder} cannot be used: ${fileReason(error)}.`);
  }
}

const answerBusy: Answer = async (request, reply) => {
  reply.end(request === stateRequest ? ('command' satisfies HolderState) : '');
};
