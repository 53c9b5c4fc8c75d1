import { fileURLToPath } from 'node:url';
import { build } from 'vite';

/** Builds the server, which some tests start as a process. */
export default async function setup(): Promise<void> {
  await build({ configFile: fileURLToPath(new URL('../../vite.config.ts', import.meta.url)), logLevel: 'error' });
}
