import { messages } from '../../messages';
import type { Shared } from '../../services/app/types';
import { dateAndMinute, mediumDate, timeOfDay } from '../app/times';

const { shared: words } = messages;

const isSameDay = (one: number, other: number) => new Date(one).toDateString() === new Date(other).toDateString();

/** Returns until when a section is shared. The last minute of a day stands for the whole day. */
export function untilWords(until: number | null): string {
  if (until === null) return words.openEnd;
  const end = new Date(until);
  const isWholeDay = end.getHours() === 23 && end.getMinutes() === 59;
  const isToday = isSameDay(until, Date.now());
  if (isToday) return isWholeDay ? words.tonight : words.until(timeOfDay.format(until));
  return words.until(isWholeDay ? mediumDate.format(until) : dateAndMinute.format(until));
}

/** Returns whose section it is, and until when the teacher has it. */
export const sharedWords = ({ owner, role, until }: Shared): string => words.of(owner, role, untilWords(until));
