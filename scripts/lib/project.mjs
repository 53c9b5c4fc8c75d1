/** Helpers for the commands. Imports only Node, since it runs before anything is installed. */
import { spawn } from 'node:child_process';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's folder. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

const signals = ['SIGINT', 'SIGTERM'];

/**
 * Runs a program in the repository's folder. Forwards interrupts and exits after the program does, so that nothing is
 * left running.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, show?: boolean, shell?: boolean }} [options] `show`: prints to the
 *   terminal instead of collecting `output`
 * @returns {Promise<{ ok: boolean, output: string, killed: boolean }>} `killed`: by the system, for want of memory as a rule
 */
export function run(command, args, { env = {}, show = false, shell = false } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...env },
      shell,
      stdio: show ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    let interrupted = false;
    const forward = (signal) => {
      interrupted = true;
      child.kill(signal);
    };
    for (const signal of signals) process.on(signal, forward);
    child.stdout?.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
    child.stderr?.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
    child.once('error', (error) => {
      output += error.message;
    });
    child.once('close', (code, signal) => {
      for (const signal of signals) process.off(signal, forward);
      if (interrupted) process.exit(1);
      resolve({ ok: code === 0, output: output.trim(), killed: signal === 'SIGKILL' });
    });
  });
}

/** Like `run`, for a script in node_modules. */
export function runTool(file, args, options) {
  return run(process.execPath, [join(root, 'node_modules', file), ...args], options);
}

/** Emits SIGTERM in this process once the shell that npm started it in is gone: it does not forward npm's signals. */
export function exitWithNpm() {
  if (!process.env.npm_lifecycle_script?.includes(basename(process.argv[1]))) return;
  const parent = process.ppid;
  const poll = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(poll);
    // On Windows `process.kill` would terminate at once.
    if (!process.emit('SIGTERM', 'SIGTERM')) process.exit(1);
  }, 200).unref();
}

/** Prints a sentence and exits with code 1. */
export function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}

/** Starts a stopwatch. The returned function formats the elapsed time, such as `1.2 s`. */
export function stopwatch() {
  const start = performance.now();
  return () => `${((performance.now() - start) / 1000).toFixed(1)} s`;
}
