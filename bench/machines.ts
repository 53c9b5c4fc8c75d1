import type { AnyMachineSnapshot } from 'xstate';
import { stepperOf } from '../scripts/replay/stepper';
import { charts } from '../tests/support/charts';
import { type Group, row } from './run';

const milliseconds = 400;

/** Measures transitions per second for each chart, along generated paths over every edge. */
export const measureMachines: Group = async () =>
  Object.entries(charts).map(([name, variants]) => {
    const steps = variants.flatMap(({ machine, walk }) => {
      const stepper = stepperOf(machine);
      return walk().paths.flatMap(({ start, steps }) => {
        let from: AnyMachineSnapshot = start.snapshot;
        return steps.map(({ event, snapshot }) => {
          const before = from;
          from = snapshot;
          return () => stepper.take(before, event);
        });
      });
    });
    for (const step of steps) step();
    const begin = performance.now();
    let taken = 0;
    while (performance.now() - begin < milliseconds) {
      for (const step of steps) step();
      taken += steps.length;
    }
    return row(`transitions of ${name}`, taken / ((performance.now() - begin) / 1000), '/s');
  });
