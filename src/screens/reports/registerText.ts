import { attended } from '../../machines/reports/registerTable';
import { messages } from '../../messages';
import type { RegisterEntry } from '../../services/app/types';
import { dateAndMinute } from '../app/times';

const { classRegister: words } = messages;

/** Returns what else there is to say about a line of a register, beside its state and times. */
export const remarksOn = (entry: RegisterEntry): string[] => [
  ...(entry.lateMinutes > 0 ? [words.late(entry.lateMinutes)] : []),
  ...(entry.earlyMinutes > 0 ? [words.early(entry.earlyMinutes)] : []),
  ...excuseOf(entry),
  ...correctionOf(entry),
];

function excuseOf(entry: RegisterEntry): string[] {
  const { excused, excuseReason } = entry;
  if (excused === null || entry.correction !== null) return [];
  return [excused === 'whole' && !attended(entry) ? words.excusedWhole(excuseReason) : words.excusedPart(excuseReason)];
}

function correctionOf({ correction, recordedState, state }: RegisterEntry): string[] {
  if (correction === null) return [];
  const { by, at, reason } = correction;
  return [
    words.corrected(by ?? words.formerTeacher, dateAndMinute.format(at), reason),
    ...(recordedState === state ? [] : [words.was(words.states[recordedState])]),
  ];
}
