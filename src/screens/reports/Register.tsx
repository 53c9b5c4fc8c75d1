import { useSelector } from '@xstate/react';
import { useCallback, useId, useState } from 'react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import { Button } from '../../components/Button';
import { Card } from '../../components/Card';
import { classes } from '../../components/classes';
import { NoticeRegion } from '../../components/NoticeRegion';
import { Bar, Skeleton } from '../../components/Skeleton';
import { TextLink } from '../../components/TextLink';
import { useKeptFocus } from '../../components/useKeptFocus';
import { correctRegisterForm } from '../../machines/reports/correctRegisterForm';
import { readingMachine } from '../../machines/reports/readingMachine';
import { attended, stayOf } from '../../machines/reports/registerTable';
import { sumsOf } from '../../machines/reports/studentRecord';
import { isFullTeacher } from '../../machines/students/sharing';
import { messages } from '../../messages';
import { studentRecordPath } from '../../paths';
import type { RegisterEntry, RegisterRow, Register as RegisterValue, Section } from '../../services/app/types';
import { useIsProjecting, useScreenActor } from '../app/system';
import { dateAndMinute, timeOfDay } from '../app/times';
import { useFormDialog } from '../app/useFormDialog';
import { useSectionPage } from '../triage/sectionPage';
import { CorrectRegisterDialog } from './CorrectRegisterDialog';
import { listTarget, Numbers, ToList } from './Numbers';
import { RegisterSign } from './RegisterSign';
import { remarksOn } from './registerText';

const { classRegister: words } = messages;

type Reading = ActorRefFrom<typeof readingMachine<RegisterValue>>;
type ReadingSnapshot = SnapshotFrom<Reading>;
const selectRegister = ({ context }: ReadingSnapshot) => context.value;
const selectProblem = ({ context }: ReadingSnapshot) => context.problem;
const isAbsent = (reading: ReadingSnapshot) => reading.matches('absent');

/** Who attended a lesson: a line for each student. Absent where the backend does not know. */
export function Register({ lessonId }: { lessonId: string }) {
  const { section } = useSectionPage();
  const projecting = useIsProjecting();
  const reading: Reading = useScreenActor(
    (system) =>
      readingMachine({
        read: async (signal) => (await system.registers()).fetchRegister(section.id, lessonId, signal),
      }),
    { input: { isOffered: section.attendable === true } },
  );
  const register = useSelector(reading, selectRegister);
  const problem = useSelector(reading, selectProblem);
  if (useSelector(reading, isAbsent)) return null;
  return (
    <Card title={words.title}>
      <NoticeRegion
        kind="error"
        action={
          <Button variant="secondary" onClick={() => reading.send({ type: 'reading.refresh' })}>
            {words.retry}
          </Button>
        }
      >
        {problem?.sentence}
      </NoticeRegion>
      {register === null && problem === null && (
        <Skeleton label={words.loading}>
          <div className="flex flex-col gap-5">
            {section.students.map(({ id }) => (
              <Bar key={id} className="h-5 w-60" />
            ))}
          </div>
        </Skeleton>
      )}
      {register !== null && projecting && <p className="text-sm text-muted">{words.projecting}</p>}
      {register !== null && !projecting && <Lines section={section} reading={reading} register={register} />}
    </Card>
  );
}

/** The lines that a number of the sum counts. */
const counted = {
  present: attended,
  late: ({ lateMinutes }: RegisterEntry) => lateMinutes > 0,
  excused: ({ state }: RegisterEntry) => state === 'excused',
  absent: ({ state }: RegisterEntry) => state === 'absent',
};
type Counted = keyof typeof counted;

/** Returns the numbers of the sum: only how many have come while the lesson is running. */
function sumOf({ rows, isOver }: RegisterValue): { lines: Counted; text: string }[] {
  const { attended: count, late, excused, absent } = sumsOf(rows.map(({ entry }) => entry));
  const { counts } = words;
  if (!isOver) return [{ lines: 'present', text: counts.here(count, rows.length) }];
  return [
    { lines: 'present', text: counts.present(count, rows.length) },
    ...(late > 0 ? [{ lines: 'late' as const, text: counts.late(late) }] : []),
    ...(excused > 0 ? [{ lines: 'excused' as const, text: counts.excused(excused) }] : []),
    ...(absent > 0 ? [{ lines: 'absent' as const, text: counts.absent(absent) }] : []),
  ];
}

type LinesProps = { section: Section; reading: Reading; register: RegisterValue };

function Lines({ section, reading, register }: LinesProps) {
  const { form, open } = useFormDialog(correctRegisterForm);
  const [corrected, setCorrected] = useState<RegisterRow | null>(null);
  const { region, settle } = useKeptFocus<HTMLDivElement>();
  const onClosed = useCallback(() => {
    settle();
    reading.send({ type: 'reading.refresh' });
  }, [settle, reading]);
  const mayCorrect = isFullTeacher(section) || !register.isOver;
  const [only, setOnly] = useState<Counted | null>(null);
  const listId = useId();
  const sum = register.isTaken ? sumOf(register) : [];
  return (
    <div {...region} className="@container">
      <p className="mb-2 text-sm text-muted">
        <Numbers
          numbers={sum.map(({ lines, text }) => ({
            text,
            link: (number) => (
              <ToList list={listId} onGo={() => setOnly(lines)}>
                {number}
              </ToList>
            ),
          }))}
        >
          {[
            register.isTaken ? words.sum(sum.map(({ text }) => text)) : words.notTaken,
            ...(register.isOver ? [words.classThen] : []),
          ].join(' ')}
        </Numbers>
        {only !== null && (
          <Button variant="quiet" onClick={() => setOnly(null)} className="ml-2 px-2!">
            {words.showAll}
          </Button>
        )}
      </p>
      <ul
        id={listId}
        tabIndex={-1}
        aria-label={words.title}
        className={classes(
          'divide-y divide-line text-sm print:columns-2 print:gap-x-6 print:divide-y-0 print:text-xs',
          listTarget,
        )}
      >
        {register.rows.map((row) => (
          <li
            key={row.studentId}
            // All of them are printed.
            className={classes(
              only === null || counted[only](row.entry) ? 'grid' : 'hidden',
              'min-h-11 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-0.5 py-1 flex-wrap print:flex! print:min-h-0 print:gap-x-2 print:py-0 @2xl:grid-cols-[minmax(0,14rem)_11rem_8rem_minmax(0,1fr)_auto]',
            )}
          >
            <TextLink to={studentRecordPath(section.id, row.studentId)} className="min-w-0 py-0! wrap-anywhere">
              {row.name}
            </TextLink>{' '}
            <span className="flex flex-wrap gap-x-4 @2xl:contents print:contents">
              <RegisterSign state={row.entry.state} isRunning={!register.isOver} />{' '}
              <span className="text-muted tabular-nums">{timesOf(row, register)}</span>
            </span>{' '}
            <span className="min-w-0 text-xs wrap-anywhere text-muted tabular-nums">
              {remarksOn(row.entry, words, dateAndMinute.format).join(' · ')}
            </span>{' '}
            {mayCorrect && (
              <Button
                variant="quiet"
                aria-label={words.correctOf(row.name)}
                onClick={() => {
                  setCorrected(row);
                  open();
                }}
                className="-mr-2 ml-auto px-2! @max-2xl:col-start-2 @max-2xl:row-start-1 print:hidden"
              >
                {words.correct}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <CorrectRegisterDialog
        {...{ form, onClosed }}
        sectionId={section.id}
        lessonId={register.lessonId}
        row={corrected}
      />
    </div>
  );
}

/** Returns when a student came and went. */
function timesOf({ entry }: RegisterRow, register: RegisterValue): string {
  const stay = stayOf(entry, register);
  if (stay === null || !attended(entry)) return '';
  return stay.to === null
    ? words.since(timeOfDay.format(stay.from))
    : timeOfDay.formatRange(stay.from, Math.max(stay.from, stay.to));
}
