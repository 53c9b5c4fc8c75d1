import { Card } from '../../components/Card';
import { type Column, Table } from '../../components/Table';
import { TextLink } from '../../components/TextLink';
import type { LogsIndex } from '../../machines/logFilters';
import { messages } from '../../messages';
import { lessonPath } from '../../paths';
import type { Lesson } from '../../services/types';
import { lengthOf, lessonNamed } from './times';

const { lessons: words } = messages;

type LessonListProps = { sectionId: string; lessons: readonly Lesson[]; index: LogsIndex };

/** The lessons of a section, each with the way to its report. */
export function LessonList({ sectionId, lessons, index }: LessonListProps) {
  const columns: Column<Lesson>[] = [
    {
      header: words.lesson,
      cell: (lesson) => <TextLink to={lessonPath(sectionId, lesson.id)}>{lessonNamed(lesson)}</TextLink>,
    },
    {
      header: words.length,
      width: 'w-36',
      cell: ({ startedAt, endedAt }) => (endedAt === null ? words.stillRunning : lengthOf(endedAt - startedAt)),
    },
    { header: words.detections, width: 'w-36', cell: ({ id }) => index.lessonCounts.get(id) ?? 0 },
  ];
  return (
    <Card title={words.title}>
      <Table caption={words.title} columns={columns} rows={lessons} rowKey={({ id }) => id} />
    </Card>
  );
}
