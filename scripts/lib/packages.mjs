import { run } from './project.mjs';

/**
 * Installs the distribution's package of a program for tests. Does nothing if that needs a password.
 *
 * @param {{ apt: string, dnf: string, apk: string }} names package names
 */
export async function installPackage({ apt, dnf, apk }) {
  if (process.platform !== 'linux') return;
  const asRoot = process.getuid?.() === 0;
  const sudo = asRoot ? '' : 'sudo -n ';
  if (!asRoot && !(await run('sudo', ['-n', 'true'])).ok) return;
  const commands = [
    `command -v apt-get && ${sudo}apt-get update -q -o Acquire::Retries=0 -o Acquire::http::Timeout=20 && ${sudo}env DEBIAN_FRONTEND=noninteractive apt-get install -qy --no-install-recommends ${apt}`,
    `command -v dnf && ${sudo}dnf install -qy ${dnf}`,
    `command -v apk && ${sudo}apk add -q ${apk}`,
  ];
  for (const command of commands) if ((await run('sh', ['-c', command])).ok) return;
}
