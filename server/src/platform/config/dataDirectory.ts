import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type ServerState, stateRequest } from '../files/askServer';
import { fileReason } from '../files/fileReason';
import { type Answer, type FolderLock, lockFolder } from '../files/folderLock';
import { OperatorError } from '../operatorError';
import { readOrCreateSecret } from './secrets';

/** The embedded server's folder, locked for this process. */
export interface DataDirectory extends FolderLock {
  databaseFolder: string;
  jwtSecret: string;
}

export const databaseFolder = (folder: string) => join(folder, 'database');
export const jwtSecretFile = (folder: string) => join(folder, 'jwt-secret');

/**
 * Creates the folder when missing, locks it and reads its secret.
 * @param answer see `lockFolder`; defaults to that of a command, which serves no requests
 * @throws OperatorError when it cannot be used
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
    throw error instanceof OperatorError
      ? error
      : new OperatorError(`The data directory ${folder} cannot be used: ${fileReason(error)}.`);
  }
}

/** Returns whether other users of this machine may look into a folder. Windows has no such modes. */
export const isOpenToOthers = (folder: string): boolean =>
  process.platform !== 'win32' && ((statSync(folder, { throwIfNoEntry: false })?.mode ?? 0) & 0o077) !== 0;

const answerBusy: Answer = async (request, reply) => {
  reply.end(request === stateRequest ? ('command' satisfies ServerState) : '');
};
