/** Finds or installs the programs that the tests need. */
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run, runTool } from './project.mjs';

const folders = (process.env.PATH ?? '').split(delimiter);
const onPath = (...names) => names.flatMap((name) => folders.map((folder) => join(folder, name)));
const prints = async (file, option) => (await run(file, [option])).ok;
/** Returns the programs of each version that a package manager keeps off the path, newest first. */
const versionsIn = (folder, name) =>
  (existsSync(folder) ? readdirSync(folder) : [])
    .filter((entry) => name.test(entry))
    .sort((one, other) => other.localeCompare(one, 'en', { numeric: true }))
    .map((entry) => join(folder, entry, 'bin'));

// Some distributions install a stub script. On Windows, `--version` would open a window.
const startsBrowser = async (file) => process.platform === 'win32' || (await prints(file, '--version'));
const windowedBrowsers = onPath('chromium', 'chromium-browser', 'google-chrome', 'microsoft-edge');

/** Where each program may be, best first; whether it works there; and the packages that bring it. */
const programs = {
  chromium: {
    async places() {
      const { chromium } = await import('playwright-core');
      // Headless shell: half the processor time for the same pages.
      return [...onPath('chromium-headless-shell'), ...windowedBrowsers, chromium.executablePath()];
    },
    works: startsBrowser,
    packages: { apt: 'chromium-headless-shell', dnf: 'chromium', apk: 'chromium' },
  },
  windowedChromium: { places: () => windowedBrowsers, works: startsBrowser },
  /** PostgreSQL's folder. Debian and Homebrew keep it off the path. */
  postgres: {
    async places() {
      const configured = await run('pg_config', ['--bindir']);
      return [
        ...folders,
        ...(configured.ok ? [configured.output] : []),
        ...versionsIn('/usr/lib/postgresql', /^\d+$/),
        ...versionsIn('/opt/homebrew/opt', /^postgresql@\d+$/),
      ];
    },
    // Client packages have pg_config but no server.
    async works(folder) {
      if (!existsSync(join(folder, 'initdb'))) return false;
      const { output } = await run(join(folder, 'postgres'), ['--version']);
      return Number(/ (\d+)/.exec(output)?.[1]) >= 15;
    },
    packages: { apt: 'postgresql', dnf: 'postgresql-server', apk: 'postgresql' },
  },
  /** Distributions install it outside users' paths. */
  nginx: {
    places: () => [...onPath('nginx'), '/usr/sbin/nginx', '/usr/local/sbin/nginx'],
    works: (file) => prints(file, '-v'),
    packages: { apt: 'nginx', dnf: 'nginx', apk: 'nginx' },
  },
  pgbouncer: {
    places: () => [...onPath('pgbouncer'), '/usr/sbin/pgbouncer'],
    works: (file) => prints(file, '--version'),
    packages: { apt: 'pgbouncer', dnf: 'pgbouncer', apk: 'pgbouncer' },
  },
  /** Xvfb, the virtual display on which a journey gives another window the focus. */
  display: {
    places: () => onPath('Xvfb'),
    works: () => true,
    packages: { apt: 'xvfb', dnf: 'xorg-x11-server-Xvfb', apk: 'xvfb' },
  },
};

/** Settings that name a program's place. One that does not work should be fixed, not replaced. */
const given = { chromium: process.env.CHROMIUM_PATH };

/**
 * Returns a program's executable, or PostgreSQL's folder; undefined if it is not installed.
 *
 * @param {keyof typeof programs} name
 * @returns {Promise<string | undefined>}
 */
export async function findProgram(name) {
  const { places, works } = programs[name];
  for (const place of given[name] ? [given[name]] : await places()) {
    if (existsSync(place) && (await works(place))) return place;
  }
  return undefined;
}

/** Like `findProgram`, but installs a missing program, if that needs no password. */
export async function findOrInstall(name) {
  const found = await findProgram(name);
  if (found || given[name]) return found;
  console.log(`Installing ${name} for the tests…`);
  await installPackage(programs[name].packages);
  const installed = await findProgram(name);
  if (installed || name !== 'chromium') return installed;
  await runTool('playwright-core/cli.js', ['install', 'chromium']);
  return findProgram(name);
}

async function installPackage({ apt, dnf, apk }) {
  if (process.platform !== 'linux') return;
  const sudo = process.getuid?.() === 0 ? '' : 'sudo -n ';
  const commands = [
    `command -v apt-get && ${sudo}apt-get update -q -o Acquire::Retries=0 -o Acquire::http::Timeout=20 && ${sudo}env DEBIAN_FRONTEND=noninteractive apt-get install -qy --no-install-recommends ${apt}`,
    `command -v dnf && ${sudo}dnf install -qy ${dnf}`,
    `command -v apk && ${sudo}apk add -q ${apk}`,
  ];
  for (const command of commands) if ((await run('sh', ['-c', command])).ok) return;
}

/** Returns Playwright launch options for drawings and measurements. `executablePath` is missing if no browser is found. */
export async function chromiumOptions() {
  const executablePath = await findProgram('chromium');
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
