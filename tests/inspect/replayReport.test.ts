import { describe, expect, test } from 'vitest';
import type { AnyMachineSnapshot } from 'xstate';
import { machinesById } from '../../scripts/replay/machines';
import { replayReport } from '../../scripts/replay/replayReport';
import { createMask } from '../../src/recorder/mask';
import type { Report, ReportStep } from '../../src/recorder/report';
import { charts } from '../support/charts';
import type { Path } from '../support/paths';
import { bob, section } from '../support/samples';

// The students' page records nothing.
const {
  attendance: _attendance,
  calls: _calls,
  language: _language,
  resumption: _resumption,
  watch: _watch,
  ...recorded
} = charts;
const allCharts = Object.values(recorded).flat();

test('every chart of the product can be replayed', () => {
  for (const { machine } of allCharts) expect(machinesById.get(machine.id)?.config).toBe(machine.config);
  expect(machinesById.size).toBe(allCharts.length);
});

/** What the recorder writes of a path, as its own tests show. */
function reportOf(machine: string, { input, start, steps }: Path): Report {
  const mask = createMask();
  const stepOf = (event: ReportStep['event'], { value, status, context }: AnyMachineSnapshot): ReportStep => ({
    at: 0,
    session: 'x:1',
    machine,
    event: mask(event),
    value,
    status,
    changed: mask(context),
  });
  return {
    format: 'vigil-report',
    version: 2,
    writtenAt: 0,
    definitions: {},
    before: {},
    steps: [
      stepOf({ type: 'xstate.init', input }, start.snapshot),
      ...steps.map(({ event, snapshot }) => stepOf(event, snapshot)),
    ],
  };
}

/** The same, when the recorder has forgotten all steps up to one. */
function forgotten({ steps, ...report }: Report, count: number): Report {
  const { value, status, changed = {}, machine } = steps[count - 1]!;
  return { ...report, before: { 'x:1': { machine, value, status, context: changed } }, steps: steps.slice(count) };
}

describe.each(allCharts.map((chart) => ({ id: chart.machine.id, chart })))(
  '$id: masked and replayed',
  ({ id, chart }) => {
    const { paths } = chart.walk();

    test.each(paths.map((path) => ({ name: path.name, path })))('$name', ({ path }) => {
      const report = reportOf(id, path);
      const edges = [path.start, ...path.steps].map((step) => step.edges);

      const whole = replayReport(report);
      expect(whole.steps.map((step) => step.edges)).toEqual(edges);
      expect(whole.actors.every(({ agrees }) => agrees)).toBe(true);

      for (let count = 1; count < report.steps.length; count += 1) {
        const rest = replayReport(forgotten(report, count));
        expect(
          rest.steps.map((step) => step.edges),
          `without the first ${count}`,
        ).toEqual(edges.slice(count));
        expect(rest.actors.every(({ agrees }) => agrees)).toBe(true);
      }
    });
  },
);

describe('what does not fit', () => {
  const report: Report = {
    format: 'vigil-report',
    version: 2,
    writtenAt: 0,
    definitions: {},
    before: { 'x:1': { machine: 'notice', value: 'hidden', status: 'active', context: { notice: null } } },
    steps: [],
  };
  const step: ReportStep = {
    at: 0,
    session: 'x:1',
    machine: 'notice',
    event: { type: 'notice.show', notice: { kind: 'success', sentence: 'Saved.' } },
    value: 'hidden',
    status: 'active',
  };

  test('a step that leads elsewhere today is told, and so is its actor', () => {
    const { steps, actors } = replayReport({ ...report, steps: [step] });
    expect(steps[0]).toMatchObject({ agrees: false, from: 'hidden', replayed: { value: 'shown' } });
    expect(actors).toEqual([
      {
        session: 'x:1',
        machine: 'notice',
        reported: { value: 'hidden', status: 'active' },
        replayed: { value: 'shown', status: 'active' },
        agrees: false,
      },
    ]);
  });

  test('an actor without a step ends in what it was', () => {
    expect(replayReport(report).actors).toMatchObject([{ reported: { value: 'hidden' }, agrees: true }]);
  });

  test('an unknown machine, a missing start and a state that is no more are each named', () => {
    expect(() => replayReport({ ...report, steps: [{ ...step, session: 'x:2', machine: 'gone' }] })).toThrow(
      'The start of x:2 is missing.',
    );
    const init = { ...step, session: 'x:2', machine: 'gone', event: { type: 'xstate.init' } };
    expect(() => replayReport({ ...report, steps: [init] })).toThrow('Vigil has no machine called gone.');
    const before = { 'x:1': { machine: 'notice', value: 'faded', status: 'active', context: {} } } as const;
    expect(() => replayReport({ ...report, before })).toThrow(/faded/);
  });

  test('an event at which a machine fails, fails again', () => {
    const failed: ReportStep = {
      ...step,
      machine: 'login',
      event: { type: 'form.submit' },
      value: 'editing',
      status: 'error',
    };
    const before = { 'x:1': { machine: 'login', value: 'editing', status: 'active', context: {} } } as const;
    expect(replayReport({ ...report, before, steps: [failed] }).actors).toMatchObject([{ agrees: true }]);
  });
});

test('a step finds the context as what was only counted has left it', () => {
  const step = { at: 0, session: 'x:1', machine: 'roster', status: 'active' } as const;
  const start = {
    event: { type: 'xstate.init', input: { section, selected: [] } },
    value: { search: 'idle', action: 'idle' },
  };
  const since = { counted: { 'query.change': 1 }, until: 0, changed: { selected: [bob] } };
  const add = { ...step, event: { type: 'add.submit' }, value: {} };
  const edgesAfter = (...steps: ReportStep[]) =>
    replayReport({ format: 'vigil-report', version: 2, writtenAt: 0, definitions: {}, before: {}, steps }).steps.at(-1)
      ?.edges;
  expect(edgesAfter({ ...step, ...start }, add)).toEqual([expect.stringContaining('[refused]')]);
  expect(edgesAfter({ ...step, ...start, since }, add)).toEqual([expect.stringContaining('[hasSelection]')]);
});
