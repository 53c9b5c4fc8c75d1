import { useSelector } from '@xstate/react';
import { memo, useMemo } from 'react';
import type { SnapshotFrom } from 'xstate';
import { ItemList, itemRole } from '../../components/ItemList';
import { TextLink } from '../../components/TextLink';
import { isolated } from '../../machines/app/isolated';
import { countsByLesson, type LessonCount } from '../../machines/records/lessonCounts';
import type { logsMachine } from '../../machines/records/logsMachine';
import { messages } from '../../messages';
import { lessonPath } from '../../paths';
import type { Lesson } from '../../services/app/types';
import { durationOf, lessonNamed } from '../app/times';
import { useShownLogs } from '../records/recordsPage';
import { useSectionPage } from '../triage/sectionPage';

const { lessons: words, lesson: lessonWords, logs: logsWords } = messages;

/** While logs are missing, no count is right. */
const areComplete = ({ context }: SnapshotFrom<typeof logsMachine>) =>
  context.fetchedAt !== null && context.missing === 0;

/** Lessons of the section, each with a link to its report. */
export function LessonList({ lessons }: { lessons: readonly Lesson[] }) {
  const { section, cover, logs } = useSectionPage();
  const all = useShownLogs({ logs, cover });
  const complete = useSelector(logs, areComplete);
  const counts = useMemo(
    () => (complete ? countsByLesson(all, new Set(lessons.map(({ id }) => id))) : undefined),
    [complete, all, lessons],
  );
  return (
    <ItemList
      label={words.title}
      items={lessons.map((lesson) => ({
        sectionId: section.id,
        lesson,
        ...(counts && (counts.get(lesson.id) ?? noLogs)),
      }))}
      show={lessonRow}
      offscreen="offscreen-264"
    />
  );
}

const noLogs: LessonCount = { episodes: 0, unreviewed: undefined, answers: 0 };

/** The counts are missing while logs are. */
type LessonRowProps = Partial<LessonCount> & {
  sectionId: string;
  lesson: Lesson;
};

const LessonRow = memo(function LessonRow({
  sectionId,
  lesson,
  episodes,
  unreviewed = 0,
  answers = 0,
}: LessonRowProps) {
  const facts = [
    ...(lesson.endedAt === null ? [] : [durationOf(lesson.endedAt - lesson.startedAt)]),
    ...(episodes === undefined ? [] : [lessonWords.episodes(episodes)]),
    ...(unreviewed > 0 ? [words.unreviewed(unreviewed)] : []),
    ...(answers > 0 ? [logsWords.newAnswers(answers)] : []),
  ];
  return (
    <li {...itemRole} className="flex min-h-11 flex-wrap items-center justify-between gap-x-6 py-1 text-sm">
      <span className="min-w-0 wrap-anywhere">
        <TextLink to={lessonPath(sectionId, lesson.id)}>{lessonNamed(lesson)}</TextLink>
        {lesson.title && <span>{` ${isolated(lesson.title)}`}</span>}
      </span>{' '}
      <span className="text-muted tabular-nums">{facts.join(' · ')}</span>
    </li>
  );
});

const lessonRow = (props: LessonRowProps) => <LessonRow key={props.lesson.id} {...props} />;
