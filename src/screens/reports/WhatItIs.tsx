import { useMemo } from 'react';
import { isActivityKind } from '../../activityKinds';
import { Card } from '../../components/Card';
import { mistakesIn } from '../../machines/records/mistakes';
import type { LessonReport } from '../../machines/reports/lessonReport';
import { messages } from '../../messages';
import type { DetectionLog, Lesson } from '../../services/app/types';
import { mediumDate } from '../app/times';
import { KindMeanings } from './KindMeanings';

const { whatItIs: words } = messages.lessonReport;

type WhatItIsProps = {
  section: string;
  lesson: Lesson;
  report: LessonReport;
  /** All of the section, newest first. */
  logs: readonly DetectionLog[];
};

/** What a report is and is not: what each kind in it means, how often it is wrong, who reads it, and until when. */
export function WhatItIs({ section, lesson, report, logs }: WhatItIsProps) {
  const mistakes = useMemo(() => mistakesIn(logs), [logs]);
  const { deletedBy } = lesson;
  const meanings = report.types.flatMap(({ value: kind }) => {
    const counted = mistakes.get(kind);
    const sentences = [
      ...(isActivityKind(kind) ? [messages.kindMeanings[kind]] : []),
      ...(counted ? [words.mistakes(counted.mistakes, counted.reviewed)] : []),
    ];
    return sentences.length === 0 ? [] : [{ kind, meaning: sentences.join(' ') }];
  });
  return (
    <Card title={words.title} className="break-inside-avoid">
      <p>{words.lead}</p>
      {report.isSimulated && <p className="mt-2 font-semibold">{words.simulated}</p>}
      {meanings.length > 0 && <KindMeanings meanings={meanings} />}
      <p className="mt-4 text-sm text-muted">
        {[
          words.readers(section),
          ...(deletedBy === undefined
            ? []
            : [deletedBy === null ? words.kept : words.deleted(mediumDate.format(deletedBy))]),
        ].join(' ')}
      </p>
    </Card>
  );
}
