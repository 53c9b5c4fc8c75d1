import { type ReactNode, useMemo } from 'react';
import { isActivityKind } from '../../activityKinds';
import { Card } from '../../components/Card';
import { TextLink } from '../../components/TextLink';
import { dismissalsIn } from '../../machines/records/mistakes';
import type { LessonReport } from '../../machines/reports/lessonReport';
import { messages } from '../../messages';
import { filteredLogsPath } from '../../paths';
import type { DetectionLog, Lesson, Section } from '../../services/app/types';
import { mediumDate } from '../app/times';
import { KindMeanings } from './KindMeanings';
import { Numbers } from './Numbers';

const { whatItIs: words } = messages.lessonReport;

type WhatItIsProps = {
  section: Section;
  lesson: Lesson;
  report: LessonReport;
  /** All of the section, newest first. */
  logs: readonly DetectionLog[];
};

/** What a report is and is not: what each kind in it means, how often it is wrong, who reads it, and until when. */
export function WhatItIs({ section, lesson, report, logs }: WhatItIsProps) {
  const dismissals = useMemo(() => dismissalsIn(logs), [logs]);
  const { deletedBy } = lesson;
  const meanings = report.types.flatMap(({ value: kind }): { kind: string; meaning: ReactNode }[] => {
    const counted = dismissals.get(kind);
    const sentence = isActivityKind(kind) ? messages.kindMeanings[kind] : '';
    if (sentence === '' && counted === undefined) return [];
    const share = counted && <Dismissed {...counted} sectionId={section.id} kind={kind} />;
    const meaning = (
      <>
        <span>{`${sentence} `}</span>
        {share}
      </>
    );
    return [{ kind, meaning }];
  });
  return (
    <Card title={words.title} className="break-inside-avoid">
      <p>{words.lead}</p>
      {report.isSimulated && <p className="mt-2 font-semibold">{words.simulated}</p>}
      {meanings.length > 0 && <KindMeanings meanings={meanings} />}
      <p className="mt-4 text-sm text-muted">
        {[
          words.readers(section.name),
          ...(deletedBy === undefined
            ? []
            : [deletedBy === null ? words.kept : words.deleted(mediumDate.format(deletedBy))]),
        ].join(' ')}
      </p>
    </Card>
  );
}

type DismissedProps = { sectionId: string; kind: string; found: number; reviewed: number };

/** How many of a kind’s reviewed episodes were dismissed. */
function Dismissed({ sectionId, kind, found, reviewed }: DismissedProps) {
  const to = (review: string) => (text: string) => (
    <TextLink to={filteredLogsPath(sectionId, { type: kind, review, unit: 'episodes' })}>{text}</TextLink>
  );
  const numbers = [
    { text: String(found), link: to('dismissed') },
    { text: words.reviewed(reviewed), link: to('reviewed') },
  ];
  return <Numbers numbers={numbers}>{words.dismissed(found, words.reviewed(reviewed))}</Numbers>;
}
