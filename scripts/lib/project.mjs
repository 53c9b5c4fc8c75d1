/** Where the project is, and how its commands run other programs. Works before anything is installed. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's folder. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

const signals = ['SIGINT', 'SIGTERM'];

/**
 * Runs a program in the repository's folder to its end. An interruption is handed on to it, and once it has ended
 * this process ends too, so that nothing is left running.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, show?: boolean, shell?: boolean }} [options] `show`: it prints to the terminal
 *   itself, instead of into `output`
 * @returns {Promise<{ ok: boolean, output: string }>}
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
    const handOn = (signal) => {
      interrupted = true;
      child.kill(signal);
    };
    for (const signal of signals) process.on(signal, handOn);
    child.stdout?.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
    child.stderr?.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
    child.once('error', (error) => {
      output += error.message;
    });
    child.once('close', (code) => {
      for (const signal of signals) process.off(signal, handOn);
      if (interrupted) process.exit(1);
      resolve({ ok: code === 0, output: output.trim() });
    });
  });
}

/** As `run`, for a tool out of node_modules given by its own file: no shell, no difference between systems. */
export function runTool(file, args, options) {
  return run(process.execPath, [join(root, 'node_modules', file), ...args], options);
}

/** Ends this process with one sentence. */
export function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}

/** A stopwatch: call what it returns for the seconds since, as `1.2 s`. */
export function stopwatch() {
  const start = performance.now();
  return () => `${((performance.now() - start) / 1000).toFixed(1)} s`;
}
