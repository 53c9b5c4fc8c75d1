/** The compiler that checks types, once or while one works. */
import { spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { root } from './project.mjs';

/** Its file in node_modules. The native compiler; others that read types still need TypeScript 5. */
export const compiler = 'typescript-native/bin/tsc';

/** @param {string} name of the file that remembers what was checked @param {string} folder with a tsconfig.json */
export const compilerOptions = (name, folder) => [
  ...['-p', folder],
  ...['--incremental', '--tsBuildInfoFile', `.cache/${name}.tsbuildinfo`],
];

/**
 * Checks the types now and after each change, in a process of its own, which ends with this one.
 *
 * @param {(errors: string) => void} report receives the errors of a check; empty once there are none again
 */
export function watchTypes(report) {
  const watching = [
    join(root, 'node_modules', compiler),
    ...compilerOptions('types', '.'),
    '--watch',
    '--preserveWatchOutput',
  ];
  const child = spawn(process.execPath, watching, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
  // The page comes first.
  setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  process.once('exit', () => child.kill());
  let errors = [];
  let hadErrors = false;
  createInterface({ input: child.stdout }).on('line', (line) => {
    // An error's further lines are indented.
    if (/: error TS\d+: |^ +\S/.test(line)) errors.push(line);
    if (!/Found \d+ errors?\. Watching/.test(line)) return;
    if (errors.length > 0 || hadErrors) report(errors.join('\n'));
    hadErrors = errors.length > 0;
    errors = [];
  });
}
