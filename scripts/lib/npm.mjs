import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { promisify } from 'node:util';

const pollMilliseconds = 200;

/**
 * Emits SIGTERM in this process once its npm, or the shell in between, has exited: `sh` and `cmd.exe` do not forward
 * signals. Does nothing if npm did not start this process.
 */
export async function exitWithNpm() {
  const script = process.env.npm_lifecycle_script;
  if (!script?.includes(basename(process.argv[1]))) return;
  const parent = process.ppid;
  const watched = [parent];
  const poll = setInterval(() => {
    if (process.ppid === parent && watched.every(isAlive)) return;
    clearInterval(poll);
    // On Windows `process.kill` would terminate at once.
    if (!process.emit('SIGTERM', 'SIGTERM')) process.exit(1);
  }, pollMilliseconds).unref();
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
  // On Linux a zombie still accepts signals.
  return !/\) [ZX]/.test(readProcess(pid, 'stat') ?? '');
}

/** Returns a process's parent and command line, or undefined if they are unknown. */
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
  const { stdout } = await promisify(execFile)(program, args, { windowsHide: true }).catch(() => ({ stdout: '' }));
  const [, otherParent, command] = /^\s*(\d+) (.*)/.exec(stdout) ?? [];
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
