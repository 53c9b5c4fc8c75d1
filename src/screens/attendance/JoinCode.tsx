import { useSelector } from '@xstate/react';
import type { SnapshotFrom } from 'xstate';
import { Button } from '../../components/Button';
import { classes } from '../../components/classes';
import type { doorMachine } from '../../machines/attendance/doorMachine';
import { messages } from '../../messages';
import type { AttendancePage } from './attendancePage';

const { door: words } = messages;

type Door = SnapshotFrom<typeof doorMachine>;
const selectCode = ({ context }: Door) => context.attendance?.code ?? null;
/** The code that was asked for has not come. */
const lacksCode = (door: Door) =>
  selectCode(door) === null &&
  (door.matches({ lesson: { open: { followed: 'known' } } }) ||
    door.matches({ lesson: { open: { followed: 'failed' } } }));

/** Returns the address that students type. */
export const attendAddress = (): string => `${location.host}/attend`;

const sizes = {
  page: 'text-[clamp(2rem,12cqw,3.5rem)]',
  dialog: 'text-[clamp(2.5rem,10vw,7rem)]',
  screen: 'text-[clamp(2.5rem,15vw,7rem)] lg:text-[clamp(2.5rem,10vw,11rem)]',
};

type JoinCodeProps = Pick<AttendancePage, 'door'> & { size?: keyof typeof sizes };

/** The code of the lesson, or the way to get it. */
export function JoinCode({ door, size = 'dialog' }: JoinCodeProps) {
  const code = useSelector(door, selectCode);
  const needsCode = useSelector(door, lacksCode);
  if (code === null)
    return (
      <>
        <p role="status" className="text-muted">
          {!needsCode && words.preparing}
        </p>
        {needsCode && <Button onClick={() => door.send({ type: 'students.invite' })}>{words.getCode}</Button>}
      </>
    );
  return (
    <p className={classes('font-mono leading-none font-semibold tracking-[0.15em]', sizes[size])}>
      <span className="sr-only">{`${words.code}: `}</span>
      <span>{code}</span>
    </p>
  );
}
