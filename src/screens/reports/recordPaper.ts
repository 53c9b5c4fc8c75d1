import { createContext, useContext } from 'react';
import { isActivityKind } from '../../activityKinds';
import { isolated } from '../../machines/app/isolated';
import type { RecordTongue } from '../../services/reports/recordTexts';
import { dateAndMinute, dayAndMonth, mediumDate, secondOfDay, timeOfDay, timesIn } from '../app/times';
import type { RemarkWords } from './registerText';

/** How a student's record is told: its texts, and how times are written. */
export interface Paper extends RecordTongue, ReturnType<typeof timesIn> {
  remarks: RemarkWords;
  /** Returns how long something lasted, to the second. */
  spanOf(milliseconds: number): string;
  /** Returns how long a lesson was, to the minute. */
  durationOf(milliseconds: number): string;
}

/** Returns how a record is told in a language. In English, times are the browser’s, as elsewhere on the page. */
export function paperOf(tongue: RecordTongue): Paper {
  const { locale, words } = tongue;
  const times =
    locale.language === 'en' ? { dateAndMinute, dayAndMonth, mediumDate, secondOfDay, timeOfDay } : timesIn(locale.tag);
  return {
    ...tongue,
    ...times,
    remarks: {
      states: words.states,
      formerTeacher: words.formerTeacher,
      late: (minutes) => words.lateBy({ minutes }),
      early: (minutes) => words.leftEarly({ minutes }),
      excusedWhole: (reason) =>
        reason === '' ? words.excusedWhole : words.excusedWholeFor({ reason: isolated(reason) }),
      excusedPart: (reason) => (reason === '' ? words.excusedPart : words.excusedPartFor({ reason: isolated(reason) })),
      corrected: (by, at, reason) => words.corrected({ by: isolated(by), at, reason: isolated(reason) }),
      was: (state) => words.was({ state }),
    },
    spanOf(milliseconds) {
      const whole = Math.round(Math.max(0, milliseconds) / 1000);
      const [minutes, seconds] = [Math.floor(whole / 60), whole % 60];
      if (minutes === 0) return words.seconds({ seconds });
      return seconds === 0 ? words.minutes({ minutes }) : words.minutesAndSeconds({ minutes, seconds });
    },
    durationOf(milliseconds) {
      const whole = Math.floor(milliseconds / 60_000);
      const [hours, minutes] = [Math.floor(whole / 60), whole % 60];
      if (whole < 1) return words.lessThanMinute;
      if (hours === 0) return words.minutes({ minutes });
      return minutes === 0 ? words.hours({ hours }) : words.hoursAndMinutes({ hours, minutes });
    },
  };
}

/** Returns the name of a kind of detection, or the fallback for one that agents call so. */
export const kindIn = ({ kinds }: RecordTongue['terms'], kind: string | null, fallback: string): string =>
  isActivityKind(kind) ? kinds[kind] : fallback;

const PaperContext = createContext<Paper | null>(null);

export const PaperProvider = PaperContext.Provider;

/** Returns how the record is told. @throws outside of `PaperProvider` */
export function usePaper(): Paper {
  const paper = useContext(PaperContext);
  if (paper === null) throw new Error('The record has no language yet');
  return paper;
}
