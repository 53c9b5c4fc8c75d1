import { readFile, rm, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { throwawayProject } from './throwawayProject';

const project = throwawayProject();
const examples = 'tests/app/stillRows.test.ts';
const record = 'tests/app/stillRows.mutations.json';

const read = (file: string) => readFile(project.path(file), 'utf8');

test('a chart that has changed or has no record is tried, and what its examples do not notice has to have a reason', async () => {
  const text = await read(record);
  const untouched = await project.script('mutation', '--changed');
  expect(untouched).toEqual({ code: 0, output: expect.stringMatching(/^mutations: 0 of \d+ charts tried\n$/m) });

  // Without the example of a failure, nothing tells what follows it.
  const whole = await read(examples);
  await writeFile(project.path(examples), whole.replace(/test\('follow again after 5 s/, "test.skip('"));
  const overdueRecord = JSON.stringify({ accepted: { 'still is missing': 'It was.' } });
  await writeFile(project.path(record), overdueRecord);
  const weak = await project.script('mutation', '--changed');
  expect(weak.output).toContain('  survived: still.resting —awaitPointerOff fails→ live is missing\n');
  expect(weak.output).toContain(`Write an example in ${examples} that fails then, or`);
  expect(weak.output).toContain('  no longer survives: still is missing\n');
  expect([weak.code, await read(record)]).toEqual([1, overdueRecord]);

  await writeFile(project.path(examples), whole);

  await rm(project.path(record));
  const unrecorded = await project.script('mutation', '--changed');
  expect(unrecorded.output).toMatch(/^stillRows: 19 of 19 killed .*\nmutations: 1 of \d+ charts tried\n$/m);
  expect([unrecorded.code, await read(record)]).toEqual([0, text]);
});
