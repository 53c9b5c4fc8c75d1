import { useSelector } from '@xstate/react';
import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react';
import type { SnapshotFrom } from 'xstate';
import { Button } from '../../components/Button';
import { classes } from '../../components/classes';
import { Field } from '../../components/Field';
import { EXCUSE_MINUTES, MAX_EXCUSE_LENGTH } from '../../constants';
import { attendeesIn } from '../../machines/attendance/attendance';
import type { doorMachine } from '../../machines/attendance/doorMachine';
import { presencesIn } from '../../machines/attendance/presence';
import { nameOf } from '../../machines/students/namesakes';
import { messages } from '../../messages';
import type { Excuse, Student } from '../../services/app/types';
import { useIsProjecting } from '../app/system';
import { timeOfDay } from '../app/times';
import { useDraft } from '../app/useDraft';
import { useAttendancePage } from './attendancePage';
import { stateWords } from './stateWords';
import { useChanging } from './useChanging';

const { excuse: words } = messages;

type Door = SnapshotFrom<typeof doorMachine>;
const canExcuse = ({ context }: Door) => context.attendance?.excuses !== undefined;
const isSame = (one: Excuse | undefined, other: Excuse | undefined) =>
  one?.until === other?.until && one?.reason === other?.reason;

/** Excuses a student of the running lesson for some minutes, or says until when they are. Absent where the backend cannot. */
export function ExcuseStudent({ student }: { student: Student }) {
  const { door } = useAttendancePage();
  const possible = useSelector(door, canExcuse);
  const { held } = useChanging(door);
  const excuse = useSelector(
    door,
    ({ context }) => context.attendance?.excuses?.find(({ studentId }) => studentId === student.id),
    isSame,
  );
  const projecting = useIsProjecting();
  const state = useSelector(door, ({ context: { attendance } }) => {
    const presence = presencesIn(attendance)(student.id);
    return presence === null ? '' : stateWords(presence, projecting);
  });
  const cameBy = useSelector(door, ({ context: { attendance } }) => attendeesIn(attendance).get(student.id)?.cameBy);
  const [isAsking, setAsking] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const draft = useDraft(`excuse ${student.id}`);
  if (!possible) return null;
  const close = () => {
    // The field that has the focus goes.
    button.current?.focus();
    setAsking(false);
  };
  const give = (minutes: number, reason: string) => {
    close();
    draft.drop();
    door.send({ type: 'student.excuse', studentId: student.id, minutes, reason });
  };
  const press = () => {
    if (excuse) door.send({ type: 'excuse.end', studentId: student.id });
    else setAsking(!isAsking);
    // It was pressed to cancel.
    if (isAsking) draft.drop();
  };
  const asks = isAsking && !excuse;
  return (
    <div className={classes('flex flex-col gap-2', (asks || excuse) && 'pb-2')}>
      <div className="flex min-h-11 items-center justify-between gap-x-4">
        <p role="status" className="min-w-0 text-sm wrap-anywhere">
          {excuse
            ? words.until(timeOfDay.format(excuse.until), projecting ? '' : excuse.reason)
            : state !== '' && messages.door.unwatched(state)}
        </p>
        {/* One button, so that it keeps the focus. */}
        <Button
          ref={button}
          variant={excuse ? 'secondary' : 'quiet'}
          {...held}
          aria-label={excuse && words.isBack(nameOf(student))}
          aria-expanded={excuse ? undefined : asks}
          onClick={press}
          className={excuse ? undefined : '-mr-2 px-2!'}
        >
          {excuse ? words.back : asks ? words.cancel : words.open}
        </Button>
      </div>
      {cameBy !== undefined && <p className="text-sm text-muted">{messages.door.cameBy[cameBy]}</p>}
      {asks && <ExcuseForm student={student} draft={draft} onGive={give} onCancel={close} />}
    </div>
  );
}

type ExcuseFormProps = {
  student: Student;
  draft: ReturnType<typeof useDraft>;
  onGive: (minutes: number, reason: string) => void;
  onCancel: () => void;
};

/** Asks for the reason, and is sent by the press that says for how long. */
function ExcuseForm({ student, draft, onGive, onCancel }: ExcuseFormProps) {
  const [reason, setReason] = useState(() => draft.read('reason'));
  const [first] = EXCUSE_MINUTES;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onGive(first, reason);
  };
  const press = (event: KeyboardEvent) => {
    // The arrow keys move in the text, not to another student, and Escape closes nothing else.
    event.stopPropagation();
    if (event.key !== 'Escape') return;
    event.preventDefault();
    onCancel();
  };
  return (
    <form
      noValidate
      aria-label={words.title(nameOf(student))}
      onSubmit={submit}
      onKeyDown={press}
      className="flex flex-col gap-2"
    >
      <Field
        label={words.reason}
        hint={words.hint}
        name="reason"
        autoComplete="off"
        autoFocus
        maxLength={MAX_EXCUSE_LENGTH}
        value={reason}
        onChange={(event) => {
          setReason(event.target.value);
          draft.keep(event);
        }}
      />
      <div className="flex flex-wrap gap-2">
        {EXCUSE_MINUTES.map((minutes) => (
          <Button key={minutes} variant="secondary" onClick={() => onGive(minutes, reason)} className="px-3!">
            {words.minutes(minutes)}
          </Button>
        ))}
      </div>
    </form>
  );
}
