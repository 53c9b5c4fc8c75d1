/** Stops a long-running command when its npm has exited. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { promisify } from 'node:util';

const lookMilliseconds = 200;

/**
 * Shuts this process down like a SIGTERM once npm or the shell between them has exited: `sh` and `cmd.exe` do not
 * forward signals. Does nothing if npm did not start this process.
 */
export async function endWithNpm() {
  const script = process.env.npm_lifecycle_script;
  if (!script?.includes(basename(process.argv[1]))) return;
  const parent = process.ppid;
  const watched = [parent];
  const looking = setInterval(() => {
    if (process.ppid === parent && watched.every(isAlive)) return;
    clearInterval(looking);
    // On Windows `process.kill` would terminate at once.
    if (!process.emit('SIGTERM', 'SIGTERM')) process.exit(1);
  }, lookMilliseconds).unref();
  // A shell outlives a killed npm, so watch npm itself too.
  for (let one = await describe(parent); one?.command.includes(script); one = await describe(one.parent)) {
    watched.push(one.parent);
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return error.code !== 'ESRCH';
  }
  // On Linux a zombie may stay until it is reaped.
  return !/\) [ZX]/.test(readProcess(pid, 'stat') ?? '');
}

/** Returns a process's parent and command line; undefined if the system does not say. */
async function describe(pid) {
  const [, parent] = /\) \S (\d+)/.exec(readProcess(pid, 'stat') ?? '') ?? [];
  if (parent) return { parent: Number(parent), command: readProcess(pid, 'cmdline')?.replaceAll('\0', ' ') ?? '' };
  const [program, ...args] =
    process.platform === 'win32'
      ? [
          'powershell.exe',
          '-NoProfile',
          '-Command',
          `Get-CimInstance Win32_Process -Filter 'ProcessId=${pid}' | ForEach-Object { "$($_.ParentProcessId) $($_.CommandLine)" }`,
        ]
      : ['ps', '-o', 'ppid=,args=', '-ww', '-p', String(pid)];
  const told = await promisify(execFile)(program, args, { windowsHide: true }).catch(() => ({ stdout: '' }));
  const [, otherParent, command] = /^\s*(\d+) (.*)/.exec(told.stdout) ?? [];
  return otherParent && { parent: Number(otherParent), command };
}

/** Reads a file of Linux's /proc. */
function readProcess(pid, file) {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return undefined;
  }
}
