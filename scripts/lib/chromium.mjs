/** Finds or installs Chromium for the browser tests. */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { installPackage } from './packages.mjs';
import { run, runTool } from './project.mjs';

const names = [
  // Headless shell: half the processor time for the same pages.
  'chromium-headless-shell',
  ...['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'],
  ...['microsoft-edge', 'microsoft-edge-stable', 'msedge'],
];

const { env, platform } = process;

/** Install locations that are not on the path. */
const installLocations = {
  darwin: ['Chromium', 'Google Chrome', 'Microsoft Edge'].flatMap((app) =>
    ['/Applications', join(env.HOME ?? '', 'Applications')].map(
      (folder) => `${folder}/${app}.app/Contents/MacOS/${app}`,
    ),
  ),
  win32: [
    'Google/Chrome/Application/chrome.exe',
    'Microsoft/Edge/Application/msedge.exe',
    'Chromium/Application/chrome.exe',
  ].flatMap((file) =>
    [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA].map((folder) => join(folder ?? '', file)),
  ),
  linux: [
    '/opt/google/chrome/chrome',
    '/opt/microsoft/msedge/msedge',
    '/usr/lib/chromium/chromium',
    '/snap/bin/chromium',
  ],
};

/**
 * Returns the executable of a working Chromium, Chrome or Edge: CHROMIUM_PATH, else the first on the path (headless
 * shell first), else a usual location, else playwright-core's download.
 *
 * @returns {Promise<string | undefined>}
 */
export async function findChromium() {
  if (env.CHROMIUM_PATH) return (await starts(env.CHROMIUM_PATH)) ? env.CHROMIUM_PATH : undefined;
  const { chromium } = await import('playwright-core');
  const suffix = platform === 'win32' ? '.exe' : '';
  const folders = (env.PATH ?? '').split(delimiter);
  const onPath = names.flatMap((name) => folders.map((folder) => join(folder, name + suffix)));
  for (const file of [...onPath, ...(installLocations[platform] ?? []), chromium.executablePath()]) {
    if (await starts(file)) return file;
  }
  return undefined;
}

/** Returns Playwright launch options for drawings and measurements. `executablePath` is missing if no browser is found. */
export async function chromiumOptions() {
  const executablePath = await findChromium();
  return {
    ...(executablePath === undefined ? {} : { executablePath }),
    // Chromium's sandbox does not work for root; everyone else needs it.
    chromiumSandbox: process.getuid?.() !== 0,
    args: [
      ...['--disable-gpu', '--disable-quic', '--no-first-run'],
      ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
    ],
  };
}

/**
 * Returns launch options for tests. Test pages live for seconds: optimising their code would cost a quarter of the
 * journeys' processor time.
 */
export async function testChromiumOptions() {
  const { args, ...options } = await chromiumOptions();
  return { ...options, args: [...args, '--js-flags=--no-opt --no-maglev'] };
}

/** Returns whether a browser runs. Some distributions install a stub script, so it must print its version. */
async function starts(file) {
  // On Windows, `--version` would open a window.
  return existsSync(file) && (platform === 'win32' || (await run(file, ['--version'])).ok);
}

/**
 * Installs the distribution's package if no password is needed, else playwright-core's download.
 *
 * @returns {Promise<string | undefined>} the executable, if that worked
 */
export async function installChromium() {
  // An explicit path that fails should be fixed, not replaced.
  if (env.CHROMIUM_PATH) return undefined;
  console.log('Installing Chromium for the browser tests…');
  for (const apt of ['chromium-headless-shell', 'chromium']) {
    await installPackage({ apt, dnf: 'chromium', apk: 'chromium' });
    const found = await findChromium();
    if (found) return found;
  }
  await runTool('playwright-core/cli.js', ['install', 'chromium']);
  return await findChromium();
}
