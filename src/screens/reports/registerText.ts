import { attended } from '../../machines/reports/registerTable';
import type { messages } from '../../messages';
import type { RegisterEntry } from '../../services/app/types';

/** The texts of a line of a register, in the reader's language. */
export type RemarkWords = Pick<
  typeof messages.classRegister,
  'late' | 'early' | 'excusedWhole' | 'excusedPart' | 'was'
> & {
  corrected(by: string, at: string, reason: string): string;
  states: Readonly<Record<RegisterEntry['state'], string>>;
  formerTeacher: string;
};

/**
 * Returns what else there is to say about a line of a register, beside its state and times.
 * @param timeOf formats when it was corrected
 */
export const remarksOn = (entry: RegisterEntry, words: RemarkWords, timeOf: (time: number) => string): string[] => [
  ...(entry.lateMinutes > 0 ? [words.late(entry.lateMinutes)] : []),
  ...(entry.earlyMinutes > 0 ? [words.early(entry.earlyMinutes)] : []),
  ...excuseOf(entry, words),
  ...correctionOf(entry, words, timeOf),
];

function excuseOf(entry: RegisterEntry, words: RemarkWords): string[] {
  const { excused, excuseReason } = entry;
  if (excused === null || entry.correction !== null) return [];
  return [excused === 'whole' && !attended(entry) ? words.excusedWhole(excuseReason) : words.excusedPart(excuseReason)];
}

function correctionOf(
  { correction, recordedState, state }: RegisterEntry,
  words: RemarkWords,
  timeOf: (time: number) => string,
): string[] {
  if (correction === null) return [];
  const { by, at, reason } = correction;
  return [
    words.corrected(by ?? words.formerTeacher, timeOf(at), reason),
    ...(recordedState === state ? [] : [words.was(words.states[recordedState])]),
  ];
}
