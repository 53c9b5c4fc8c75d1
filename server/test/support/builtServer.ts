import { build } from '../../../scripts/lib/build.mjs';

/** Builds the server, which some tests start as a process. */
export default async function setup(): Promise<void> {
  const failure = await build({ serverOnly: true });
  if (failure) throw new Error(failure);
}
