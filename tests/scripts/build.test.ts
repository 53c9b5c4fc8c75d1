import { appendFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { throwawayProject } from './throwawayProject';

const project = throwawayProject();
const importStudents = () => project.script('run-server', 'cli', 'students', 'import', 'no-such-file.csv');

test('a server command builds first, then passes on arguments and exit code', async () => {
  const { code, output } = await importStudents();
  expect(output).toMatch(/^Building the server…\nBuilt the server in \d+\.\d s\.\n.*no-such-file\.csv.*\n$/);
  expect(code).toBe(1);
});

test('a target is rebuilt only when its inputs change, and a failed build says why and is retried', async () => {
  expect((await importStudents()).output).not.toContain('Building');
  await appendFile(project.path('server/src/cli/commands.ts'), 'const half =\n');
  for (const _ of ['first', 'second']) {
    const { code, output } = await importStudents();
    expect(output).toMatch(/^Building the server…\nThe server could not be built:\n(.*\n)*.*commands\.ts/);
    expect(code).toBe(1);
  }
});

test('a build that was killed says what it needs', async () => {
  await appendFile(project.path('server/vite.config.ts'), "process.kill(process.pid, 'SIGKILL');\n");
  const { code, output } = await importStudents();
  expect(output).toContain('its process was killed. Building takes 700 MB of memory.');
  expect(code).toBe(1);
});
