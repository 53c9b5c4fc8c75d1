import { useSelector } from '@xstate/react';
import { useCallback, useState } from 'react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import { Button } from '../../components/Button';
import { Card } from '../../components/Card';
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
import type { RegisterRow, Register as RegisterValue, Section } from '../../services/app/types';
import { useIsProjecting, useScreenActor } from '../app/system';
import { dateAndMinute, timeOfDay } from '../app/times';
import { useFormDialog } from '../app/useFormDialog';
import { useSectionPage } from '../triage/sectionPage';
import { CorrectRegisterDialog } from './CorrectRegisterDialog';
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

/** Returns how many attended. */
function sumOf({ rows, isOver }: RegisterValue): string {
  const { attended: count, late, excused, absent } = sumsOf(rows.map(({ entry }) => entry));
  return isOver ? words.sum(count, rows.length, late, excused, absent) : words.sumNow(count, rows.length);
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
  return (
    <div {...region} className="@container">
      <p className="mb-2 text-sm text-muted">
        {[register.isTaken ? sumOf(register) : words.notTaken, ...(register.isOver ? [words.classThen] : [])].join(' ')}
      </p>
      <ul
        aria-label={words.title}
        className="divide-y divide-line text-sm print:columns-2 print:gap-x-6 print:divide-y-0 print:text-xs"
      >
        {register.rows.map((row) => (
          <li
            key={row.studentId}
            className="grid min-h-11 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-0.5 py-1 flex-wrap print:flex! print:min-h-0 print:gap-x-2 print:py-0 @2xl:grid-cols-[minmax(0,14rem)_11rem_8rem_minmax(0,1fr)_auto]"
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
