import { vi } from 'vitest';
import { apiUrl } from './backend';

let runs = 0;

/** Runs what stands inline in a document (src/early.ts), as each document does anew. Stub the backend before. */
export async function runEarlyScript() {
  vi.stubEnv('VITE_API_URL', apiUrl);
  runs += 1;
  await import(/* @vite-ignore */ `../../src/early?run=${runs}`);
  // Nobody types or presses before the front end is there.
  window.releaseHeld?.();
}

/** Takes away what it has left in the window. */
export function forgetEarlyScript() {
  vi.unstubAllEnvs();
  globalThis.earlyCalls = undefined;
  globalThis.dropEarlyCalls = undefined;
  delete window.releaseHeld;
}
