import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createActor } from 'xstate';
import { noticeMachine } from '../../src/machines/app/noticeMachine';
import { createRecorder } from '../../src/recorder/recorder';
import { type Report, readReport } from '../../src/recorder/report';
import { run } from '../support/product';

/* npm run replay FILE, as its users meet it. */

/** Each of its processes loads all machines. */
const patience = { timeout: 120_000 };

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vigil-report-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function replayFile(content: string) {
  const file = join(folder, 'report.json');
  await writeFile(file, content);
  return replay(file);
}

async function replay(...args: string[]) {
  const { output, ended } = run([process.execPath, 'scripts/replay.mjs', ...args]);
  return { code: await ended, output: output() };
}

function noticeReport(): Report {
  const recorder = createRecorder();
  const notice = createActor(noticeMachine, { inspect: recorder.inspect }).start();
  notice.send({ type: 'notice.show', notice: { kind: 'success', sentence: 'Saved.' } });
  notice.send({ type: 'notice.dismiss' });
  return recorder.report();
}

test('prints every step with its edges, and the states in the end', patience, async () => {
  const report = noticeReport();
  const { code, output } = await replayFile(JSON.stringify(report));
  const session = report.steps[0]!.session;
  expect(code).toBe(0);
  expect(output).toContain(`notice (${session}): notice.dismiss
   shown ⇒ hidden
   taken: shown —notice.dismiss→ hidden`);
  expect(output).toContain(`Final states:\nnotice (${session}): hidden\n`);
  expect(output.trim()).toMatch(/All 3 steps and 1 actors agree with the report\.$/);
});

test('says where the machines do not agree, and exits with 1', patience, async () => {
  const report = noticeReport();
  report.steps[2]!.value = 'shown';
  const { code, output } = await replayFile(JSON.stringify(report));
  expect(code).toBe(1);
  expect(output).toContain('hidden, BUT the report says shown');
  expect(output).toContain('The machines do not agree with the report: 2 differences, the first in notice');
});

test('names what is wrong with the file in one sentence, and exits with 1', patience, async () => {
  expect(await replay()).toEqual({
    code: 1,
    output: 'Name one report: npm run replay vigil-report-2026-11-21-0930.json\n',
  });
  expect(await replay('no-such-file.json')).toEqual({ code: 1, output: 'no-such-file.json cannot be read: ENOENT.\n' });
  expect(await replayFile('{"format":')).toEqual({
    code: 1,
    output: "This is no report of Vigil's: it is not JSON.\n",
  });
  expect(() => readReport(JSON.stringify({ ...noticeReport(), version: 1 }))).toThrow(
    "This is no report of Vigil's: version: Invalid type: Expected 2 but received 1.",
  );
});
