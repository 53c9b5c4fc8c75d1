import { createActor, setup } from 'xstate';
import type { CallsReport, callsMachine } from '../../student/src/machines/callsMachine';
import type { ResumptionReport, resumptionMachine } from '../../student/src/machines/resumptionMachine';
import type { CallListeners } from '../../student/src/services/callSocket';

/** A socket that the test speaks for. */
export function stubSocket() {
  const opened: CallListeners[] = [];
  let closed = 0;
  return {
    opened,
    get closed() {
      return closed;
    },
    last: () => opened.at(-1)!,
    listen(listeners: CallListeners) {
      opened.push(listeners);
      return () => {
        closed += 1;
      };
    },
  };
}

/** Runs a chart as the page does, and records what it reports. */
export function parentOf(child: ReturnType<typeof callsMachine> | ReturnType<typeof resumptionMachine>) {
  const reports: string[] = [];
  const machine = setup({
    types: { events: {} as CallsReport | ResumptionReport },
    actors: { child },
  }).createMachine({
    invoke: { id: 'child', src: 'child' },
    on: { '*': { actions: ({ event }) => void reports.push(event.type) } },
  });
  const actor = createActor(machine).start();
  return { reports, value: () => actor.getSnapshot().children.child?.getSnapshot().value };
}
