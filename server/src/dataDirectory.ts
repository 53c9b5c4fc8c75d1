import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
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
      : new StartFailure(`The data directory ${folder} cannot be used: ${reasonOf(error)}.`);
  }
}

const reasons: Record<string, string> = {
  EACCES: 'reading or writing it is not permitted',
  EPERM: 'reading or writing it is not permitted',
  EROFS: 'it is read-only',
  ENOSPC: 'the disk is full',
  EEXIST: 'it is a file',
  ENOTDIR: 'it is a file, or inside one',
};

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return reasons[code] ?? (error instanceof Error ? error.message : String(error));
}
