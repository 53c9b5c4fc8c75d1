/** Finds a Chromium for the browser tests, and installs one when there is none. */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { installPackage } from './packages.mjs';
import { run, runTool } from './project.mjs';

const names = [
  // Without the parts that only a window needs, it takes half the processor time of the same pages.
  'chromium-headless-shell',
  ...['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'],
  ...['microsoft-edge', 'microsoft-edge-stable', 'msedge'],
];

const { env, platform } = process;

/** Where installers put a browser without adding it to the path. */
const places = {
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
 * The program file of an installed Chromium, Chrome or Edge that starts: the one that CHROMIUM_PATH names, else the
 * first on the path (Chromium's headless shell before all others), else one in a usual place, else the one that
 * playwright-core downloaded.
 *
 * @returns {Promise<string | undefined>}
 */
export async function findChromium() {
  if (env.CHROMIUM_PATH) return (await starts(env.CHROMIUM_PATH)) ? env.CHROMIUM_PATH : undefined;
  const { chromium } = await import('playwright-core');
  const suffix = platform === 'win32' ? '.exe' : '';
  const folders = (env.PATH ?? '').split(delimiter);
  const onPath = names.flatMap((name) => folders.map((folder) => join(folder, name + suffix)));
  for (const file of [...onPath, ...(places[platform] ?? []), chromium.executablePath()]) {
    if (await starts(file)) return file;
  }
  return undefined;
}

/** How drawings and measurements launch the installed Chromium, with Playwright's names; without a program file when there is none. */
export async function chromiumOptions() {
  const executablePath = await findChromium();
  return {
    ...(executablePath === undefined ? {} : { executablePath }),
    // Chromium refuses to be sandboxed for root, and needs its sandbox for everybody else.
    chromiumSandbox: process.getuid?.() !== 0,
    args: [
      ...['--disable-gpu', '--disable-quic', '--no-first-run'],
      ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
    ],
  };
}

/** The same for tests: their pages live for seconds, and what V8 optimises in them takes a quarter of the journeys' processor time. */
export async function testChromiumOptions() {
  const { args, ...options } = await chromiumOptions();
  return { ...options, args: [...args, '--js-flags=--no-opt --no-maglev'] };
}

/** Some distributions leave a script behind that only says where to get a browser: it must tell its version. */
async function starts(file) {
  // On Windows, asking for the version would open a window.
  return existsSync(file) && (platform === 'win32' || (await run(file, ['--version'])).ok);
}

/**
 * Installs the distribution's package where that needs no password, else playwright-core's download.
 *
 * @returns {Promise<string | undefined>} its program file, when that worked
 */
export async function installChromium() {
  // Whoever names a browser that does not start wants that one mended, not another installed.
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
