import { messages } from '../../messages';
import type { DetectionLog } from '../../services/app/types';
import { offsetOf, zoneName } from '../app/timeZone';
import { typeLabelOf } from '../records/logWords';
import { sourceOf, typeOf } from './logFilters';

const { logs: words, logFilters, export: exportWords } = messages;

const twoDigits = (count: number) => String(count).padStart(2, '0');

/** Formats a local time the way spreadsheets in every language read it: `2026-11-21 08:14:02`. */
function spreadsheetTime(time: number): string {
  const date = new Date(time);
  const day = [date.getFullYear(), twoDigits(date.getMonth() + 1), twoDigits(date.getDate())].join('-');
  return `${day} ${[date.getHours(), date.getMinutes(), date.getSeconds()].map(twoDigits).join(':')}`;
}

/** Returns the logs as spreadsheet rows below a header row, without pictures. */
export function tableOf(logs: readonly DetectionLog[]): string[][] {
  const zone = zoneName();
  const hasReviews = logs.some(({ review }) => review !== undefined);
  const hasAnswers = logs.some(({ answer }) => answer !== undefined);
  const hasSources = logs.some(({ source }) => source !== '');
  const headings = [words.time, exportWords.timeZone, words.student, exportWords.email, words.activity, words.details];
  return [
    [
      ...headings,
      ...(hasSources ? [words.source] : []),
      ...(hasReviews ? [logFilters.review, exportWords.note] : []),
      ...(hasAnswers ? [exportWords.answer, exportWords.reply] : []),
    ],
    ...logs.map((log) => [
      log.time === null ? '' : spreadsheetTime(log.time),
      log.time === null ? '' : `${zone} (${offsetOf(log.time)})`,
      log.studentName,
      log.studentEmail,
      typeLabelOf(typeOf(log)),
      log.details,
      ...(hasSources ? [sourceOf(log)] : []),
      ...(hasReviews ? [logFilters.reviews[log.review?.state ?? 'none'], log.review?.note ?? ''] : []),
      ...(hasAnswers ? [log.answer ?? '', log.reply ?? ''] : []),
    ]),
  ];
}
