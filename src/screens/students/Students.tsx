import { memo, useDeferredValue } from 'react';
import { ButtonLink } from '../../components/ButtonLink';
import { Card } from '../../components/Card';
import { Choice } from '../../components/Choice';
import { EmptyState } from '../../components/EmptyState';
import { ItemList } from '../../components/ItemList';
import { StudentTile } from '../../components/StudentTile';
import { useGradually } from '../../components/useGradually';
import { messages } from '../../messages';
import { type Episode, signOf } from '../../model/logs/episodes';
import { nameOf } from '../../model/students/namesakes';
import { keyOfStudent } from '../../model/students/studentKeys';
import { addStudentsPath } from '../../paths';
import type { Section, Student } from '../../services/types';
import { useTime } from '../app/useTime';
import { lessonNow } from '../lessons/useLesson';
import { activityName, activityTones } from '../logs/ActivityBadge';
import { studentItem } from './studentItem';

const { section: words, lesson: lessonWords, dashboard } = messages;

export type Period = 'lesson' | 'allTime';
export type Layout = 'tiles' | 'list';

type StudentsProps = {
  section: Section;
  /** Sorted by name. */
  students: readonly Student[];
  /** Returns a student's episodes in the period. */
  episodesOf: (student: Student) => readonly Episode[];
  period: Period;
  /** The period's label. */
  periodName: string;
  lessonName: string;
  layout: Layout;
  onChoosePeriod: (period: Period) => void;
  onChooseLayout: (layout: Layout) => void;
  /** Called with the student's key. */
  onOpen: (key: string) => void;
};

/** The section's students in fixed places, with their detections. */
export function Students(props: StudentsProps) {
  const { section, students, episodesOf, period, periodName, layout, onOpen } = props;
  // The choice shows at once. Hundreds of students may follow a moment later.
  const shown = useDeferredValue(layout);
  if (students.length === 0) {
    return (
      <Card title={words.studentsCount(0)}>
        <EmptyState
          icon="students"
          action={<ButtonLink to={addStudentsPath(section.id)}>{words.addStudents}</ButtonLink>}
        >
          {words.noStudents}
        </EmptyState>
      </Card>
    );
  }
  const quiet = students.filter((student) => episodesOf(student).length === 0).length;
  return (
    <Card
      title={words.studentsCount(students.length)}
      actions={
        <>
          {shown === 'tiles' && (
            <Choice
              label={lessonWords.period}
              options={[
                ['lesson', props.lessonName],
                ['allTime', lessonWords.allTime],
              ]}
              chosen={period}
              onChoose={props.onChoosePeriod}
            />
          )}
          <Choice
            label={lessonWords.layout}
            options={[
              ['tiles', lessonWords.tiles],
              ['list', lessonWords.list],
            ]}
            chosen={layout}
            onChoose={props.onChooseLayout}
          />
        </>
      }
    >
      {shown === 'list' ? (
        <StudentList students={section.students} />
      ) : (
        <>
          {/* The class as on the sign-in page, its lamp at the front. */}
          <span aria-hidden="true" className="mx-auto mb-4 block size-4 rounded-pill bg-lamp" />
          <StudentTiles {...{ students, episodesOf, periodName, onOpen }} />
          <div className="mt-4 flex min-h-11 flex-wrap justify-between gap-x-6 gap-y-1 text-xs text-muted">
            <p>{quiet === 0 ? null : lessonWords.quiet(dashboard.students(quiet), periodName)}</p>
            <p>{lessonWords.legend(periodName)}</p>
          </div>
        </>
      )}
    </Card>
  );
}

const StudentList = memo(function StudentList({ students }: Pick<StudentsProps, 'students'>) {
  return <ItemList label={words.students} items={useGradually(students)} show={studentItem} />;
});

type StudentTilesProps = Pick<StudentsProps, 'students' | 'episodesOf' | 'periodName' | 'onOpen'>;

const StudentTiles = memo(function StudentTiles({ students, episodesOf, periodName, onOpen }: StudentTilesProps) {
  return (
    <ul
      aria-label={words.students}
      className="grid grid-cols-[repeat(auto-fill,minmax(max(5.75rem,(100%-3.5rem)/8),1fr))] gap-2"
    >
      {useGradually(students).map((student) => (
        <li key={student.id} className="offscreen-32 min-w-0">
          <Tile student={student} episodes={episodesOf(student)} periodName={periodName} onOpen={onOpen} />
        </li>
      ))}
    </ul>
  );
});

const kinds = ['multiple_faces', 'no_face', 'suspicious_application'] as const;

type TileProps = {
  student: Student;
  episodes: readonly Episode[];
  periodName: string;
  onOpen: (key: string) => void;
};

/** Returns the signs of a tile, one per kind of episode. */
function signsOf(episodes: readonly Episode[], now: number) {
  const others = episodes.filter(({ activityType }) => !kinds.some((kind) => kind === activityType));
  const signs = [
    ...kinds.map((kind) => ({
      name: activityName(kind),
      tone: activityTones[kind] ?? ('neutral' as const),
      sign: signOf(
        episodes.filter(({ activityType }) => activityType === kind),
        now,
      ),
    })),
    { name: lessonWords.other, tone: 'neutral' as const, sign: signOf(others, now) },
  ];
  return signs;
}

type Signs = ReturnType<typeof signsOf>;
/** Shared, as most students have no signs. */
const noSigns = signsOf([], 0);
const sameSigns = (some: Signs, others: Signs) =>
  some === others ||
  some.every(
    ({ sign }, place) =>
      sign?.count === others[place]?.sign?.count && sign?.freshness === others[place]?.sign?.freshness,
  );

const Tile = memo(function Tile({ student, episodes, periodName, onOpen }: TileProps) {
  const signs = useTime((time) => (episodes.length === 0 ? noSigns : signsOf(episodes, lessonNow(time))), sameSigns);
  const said = signs.flatMap(({ name, sign }) => (sign === null ? [] : [lessonWords.sign(name, sign.count)]));
  const total = `${lessonWords.episodes(episodes.length)} ${periodName}`;
  return (
    <StudentTile
      name={student.name}
      title={nameOf(student)}
      distinction={student.distinction}
      label={lessonWords.tile(nameOf(student), said, total)}
      total={episodes.length}
      signs={signs}
      onPress={() => onOpen(keyOfStudent(student))}
    />
  );
});
