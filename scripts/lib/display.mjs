/** Finds or installs the virtual display on which a journey gives another window the focus. */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { installPackage } from './packages.mjs';

/**
 * Returns the Xvfb executable.
 *
 * @returns {string | undefined}
 */
export function findDisplay() {
  const files = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'Xvfb'));
  return files.find((file) => existsSync(file));
}

/**
 * Installs the distribution's package if no password is needed.
 *
 * @returns {Promise<string | undefined>} the executable, if that worked
 */
export async function installDisplay() {
  console.log('Installing Xvfb for the journeys…');
  await installPackage({ apt: 'xvfb', dnf: 'xorg-x11-server-Xvfb', apk: 'xvfb' });
  return findDisplay();
}
