import { memo } from 'react';
import { Card } from '../../components/Card';
import { ItemList, itemRole } from '../../components/ItemList';
import { TextLink } from '../../components/TextLink';
import { messages } from '../../messages';
import type { LogsIndex } from '../../model/logs/logFilters';
import { lessonPath } from '../../paths';
import type { Lesson } from '../../services/types';
import { lengthOf, lessonNamed } from '../app/times';

const { lessons: words, lesson: lessonWords } = messages;

type LessonListProps = { sectionId: string; lessons: readonly Lesson[]; counts: LogsIndex['lessonCounts'] };

/** The lessons of a section, each with a link to its report. */
export const LessonList = memo(function LessonList({ sectionId, lessons, counts }: LessonListProps) {
  return (
    <Card title={words.title}>
      <ItemList
        label={words.title}
        items={lessons.map((lesson) => ({ sectionId, lesson, count: counts.get(lesson.id) ?? 0 }))}
        show={lessonRow}
        offscreen="offscreen-264"
      />
    </Card>
  );
});

type LessonRowProps = { sectionId: string; lesson: Lesson; count: number };

const LessonRow = memo(function LessonRow({ sectionId, lesson, count }: LessonRowProps) {
  const detections = lessonWords.detections(count);
  return (
    <li {...itemRole} className="flex min-h-11 flex-wrap items-center justify-between gap-x-6 py-1 text-sm">
      <TextLink to={lessonPath(sectionId, lesson.id)}>{lessonNamed(lesson)}</TextLink>{' '}
      <span className="text-muted tabular-nums">
        {lesson.endedAt === null ? detections : `${lengthOf(lesson.endedAt - lesson.startedAt)} · ${detections}`}
      </span>
    </li>
  );
});

const lessonRow = (props: LessonRowProps) => <LessonRow key={props.lesson.id} {...props} />;
