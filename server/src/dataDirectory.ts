import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileReason } from './fileReason';
import { type FolderLock, lockFolder } from './folderLock';
import { keptSecret } from './secrets';
import { StartFailure } from './startFailure';

/** The embedded server's folder, held for this process alone. */
export interface DataDirectory extends FolderLock {
  databaseFolder: string;
  jwtSecret: string;
  agentKey: string;
}

export const agentKeyFile = (folder: string) => join(folder, 'agent-key');

/**
 * Makes the folder when missing, locks it and reads its secrets.
 * @param answer see `lockFolder`
 * @throws StartFailure when it cannot be used
 */
export async function openDataDirectory(
  folder: string,
  answer: (request: string) => Promise<string>,
): Promise<DataDirectory> {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const lock = await lockFolder(folder, answer);
    return {
      ...lock,
      databaseFolder: join(folder, 'database'),
      jwtSecret: keptSecret(join(folder, 'jwt-secret')),
      agentKey: keptSecret(agentKeyFile(folder)),
    };
  } catch (error) {
    throw error instanceof StartFailure
      ? error
      : new StartFailure(`The data directory ${folder} cannot be used: ${fileReason(error)}.`);
  }
}
