import { studentOf } from '../../machines/students/namesakes';
import { messages } from '../../messages';
import type { DetectionLog } from '../../services/app/types';

/** What the student has answered. */
export function Answer({ log }: { log: DetectionLog }) {
  if (log.answer === undefined) return null;
  return <p className="mt-1 text-sm wrap-anywhere">{messages.logs.answered(studentOf(log), log.answer)}</p>;
}
