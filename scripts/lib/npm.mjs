/** Ends a long-running command when the npm that started it has gone. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { promisify } from 'node:util';

const lookMilliseconds = 200;

/**
 * Ends this process, in the order of a SIGTERM, once npm or the shell between them has gone: plain `sh` and `cmd.exe` hand
 * no signal on, and leave what they started behind. Does nothing for a process that npm did not start.
 */
export async function endWithNpm() {
  const script = process.env.npm_lifecycle_script;
  if (!script?.includes(basename(process.argv[1]))) return;
  const parent = process.ppid;
  const watched = [parent];
  const looking = setInterval(() => {
    if (process.ppid === parent && watched.every(isAlive)) return;
    clearInterval(looking);
    // Sent by `process.kill`, a signal would end this process at once on Windows.
    if (!process.emit('SIGTERM', 'SIGTERM')) process.exit(1);
  }, lookMilliseconds).unref();
  // A shell outlives an npm that is ended by force, so npm itself is watched as well.
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
  // Linux: one that has ended may wait long for somebody to ask how.
  return !/\) [ZX]/.test(readProcess(pid, 'stat') ?? '');
}

/** A process's parent and command line; nothing where the system does not tell. */
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

/** One of Linux's files about a process. */
function readProcess(pid, file) {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return undefined;
  }
}
