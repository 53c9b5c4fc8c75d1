import { open } from 'node:fs/promises';

/** Makes a new name in a folder outlive a loss of power; Windows does so by itself. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder);
  await handle.sync().finally(() => handle.close());
}
