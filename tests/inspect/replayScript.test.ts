import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createActor } from 'xstate';
import { sidebarMachine } from '../../src/machines/app/sidebarMachine';
import { createRecorder } from '../../src/recorder/recorder';
import type { Report } from '../../src/recorder/report';
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

function sidebarReport(): Report {
  const recorder = createRecorder();
  const sidebar = createActor(sidebarMachine, { inspect: recorder.inspect }).start();
  sidebar.send({ type: 'sidebar.toggle' });
  return recorder.report();
}

test('prints every step with its edges, and the states in the end', patience, async () => {
  const report = sidebarReport();
  const { code, output } = await replayFile(JSON.stringify(report));
  const session = report.steps[0]!.session;
  expect(code).toBe(0);
  expect(output).toContain(`sidebar (${session}): sidebar.toggle
   sidebar.expanded, menu.closed ⇒ sidebar.collapsed, menu.closed
   taken: sidebar.expanded —sidebar.toggle→ sidebar.collapsed`);
  expect(output).toContain(`In the end:\nsidebar (${session}): sidebar.collapsed, menu.closed\n`);
  expect(output.trim()).toMatch(/All 2 steps and 1 actors agree with the report\.$/);
});

test('says where the machines do not agree, and exits with 1', patience, async () => {
  const report = sidebarReport();
  report.steps[1]!.value = { sidebar: 'expanded', menu: 'closed' };
  const { code, output } = await replayFile(JSON.stringify(report));
  expect(code).toBe(1);
  expect(output).toContain('sidebar.collapsed, menu.closed, BUT the report says sidebar.expanded, menu.closed');
  expect(output).toContain('The machines do not agree with the report: 2 differences, the first with sidebar');
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
  const version = JSON.stringify({ ...sidebarReport(), version: 1 });
  expect(await replayFile(version)).toEqual({
    code: 1,
    output: "This is no report of Vigil's: version: Invalid type: Expected 2 but received 1.\n",
  });
  const unknown = JSON.stringify(sidebarReport()).replaceAll('"machine":"sidebar"', '"machine":"sidecar"');
  expect(await replayFile(unknown)).toEqual({ code: 1, output: 'Vigil has no machine called sidecar.\n' });
});
