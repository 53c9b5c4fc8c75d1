import * as v from 'valibot';
import type { AnyMachineSnapshot, StateValue } from 'xstate';
import { type Problem, ProblemError } from '../../src/problem';
import { type Report, type ReportedActor, type ReportStep, withDifference } from '../../src/recorder/report';
import { machinesById } from './machines';
import { type ChartStep, stepperOf } from './stepper';

type Outcome = Pick<ReportedActor, 'value' | 'status'>;

/** A reported step and its replay. */
export interface ReplayedStep extends ReportStep {
  /** States before the event; absent for an actor's start. */
  from?: StateValue;
  /** Edges taken by the event. */
  edges: string[];
  replayed: Outcome;
  /** Whether the replay matches the report. */
  agrees: boolean;
}

/** An actor's final state in the report and in the replay. */
export interface ReplayedActor {
  session: string;
  machine: string;
  reported: Outcome;
  replayed: Outcome;
  agrees: boolean;
}

/**
 * Replays a report on its machines, without effects or timers.
 *
 * @throws if the report does not fit the machines; the message is one plain sentence
 */
export function replayReport({ before, steps }: Report): { steps: ReplayedStep[]; actors: ReplayedActor[] } {
  const steppers = new Map<string, ReturnType<typeof stepperOf>>();
  const stepperFor = (id: string) => {
    const machine = machinesById.get(id);
    if (machine === undefined) throw new Error(`Vigil has no machine called ${id}.`);
    const stepper = steppers.get(id) ?? stepperOf(machine);
    steppers.set(id, stepper);
    return stepper;
  };

  const snapshots = new Map<string, AnyMachineSnapshot>();
  const reported = new Map<string, Outcome & { machine: string }>(Object.entries(before));
  for (const [session, state] of Object.entries(before)) {
    snapshots.set(session, stepperFor(state.machine).restore(state));
  }

  const replayedSteps = steps.map((step): ReplayedStep => {
    const { session, machine, event } = step;
    const from = snapshots.get(session);
    if (from === undefined && event.type !== 'xstate.init') throw new Error(`The start of ${session} is missing.`);
    const stepper = stepperFor(machine);
    const { snapshot, edges } =
      from === undefined ? stepper.start(event.input) : takeOrFail(stepper, from, revived(event));
    // The events counted in `since` changed the context, not the state.
    const { since } = step;
    snapshots.set(session, since ? { ...snapshot, context: withDifference(snapshot.context, since) } : snapshot);
    reported.set(session, step);
    return {
      ...step,
      ...(from && { from: from.value }),
      edges,
      replayed: outcomeOf(snapshot),
      agrees: isSame(step, snapshot),
    };
  });

  const actors = [...reported].map(([session, outcome]): ReplayedActor => {
    const snapshot = snapshots.get(session);
    if (snapshot === undefined) throw new Error(`The start of ${session} is missing.`);
    return {
      session,
      machine: outcome.machine,
      reported: outcomeOf(outcome),
      replayed: outcomeOf(snapshot),
      agrees: isSame(outcome, snapshot),
    };
  });
  return { steps: replayedSteps, actors };
}

const outcomeOf = ({ value, status }: Outcome): Outcome => ({ value, status });

const isSame = (one: Outcome, other: Outcome) => JSON.stringify(outcomeOf(one)) === JSON.stringify(outcomeOf(other));

const problem = v.looseObject({
  sentence: v.string(),
  kind: v.picklist([
    'invalid',
    'refused',
    'notFound',
    'unanswered',
    'defect',
    'notVerified',
    'sessionExpired',
  ] satisfies Problem['kind'][]),
});

/** Restores the `ProblemError` of a failed call. Reports hold its JSON. */
function revived(event: ReportStep['event']): ReportStep['event'] {
  const parsed = v.safeParse(v.looseObject({ problem }), event.error);
  return parsed.success ? { ...event, error: new ProblemError(parsed.output.problem) } : event;
}

/** Takes an event. A machine that threw in the report throws again, which ends in status `error`. */
function takeOrFail(
  stepper: ReturnType<typeof stepperOf>,
  from: AnyMachineSnapshot,
  event: ReportStep['event'],
): Pick<ChartStep, 'snapshot' | 'edges'> {
  try {
    return stepper.take(from, event);
  } catch {
    return { snapshot: { ...from, status: 'error' }, edges: [] };
  }
}
