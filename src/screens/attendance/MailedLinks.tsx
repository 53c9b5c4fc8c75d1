import { useSelector } from '@xstate/react';
import { useId, useState } from 'react';
import type { SnapshotFrom } from 'xstate';
import { Button } from '../../components/Button';
import { classes } from '../../components/classes';
import { Icon } from '../../components/Icon';
import { type LinkedStudent, linksIn } from '../../machines/attendance/attendance';
import type { doorMachine } from '../../machines/attendance/doorMachine';
import { nameOf } from '../../machines/students/namesakes';
import { messages } from '../../messages';
import { timeOfDay } from '../app/times';
import type { AttendancePage } from './attendancePage';
import { useChanging } from './useChanging';

const { links: words } = messages.door;

type Door = SnapshotFrom<typeof doorMachine>;
const selectAttendance = ({ context }: Door) => context.attendance;

/** Links by mail, folded away: the class may see the dialog. Absent where the backend mails none. */
export function MailedLinks({ door, section }: Pick<AttendancePage, 'door' | 'section'>) {
  const links = linksIn(useSelector(door, selectAttendance), section.students);
  const { changing, held } = useChanging(door);
  const [isShown, setShown] = useState(false);
  const id = useId();
  if (links === null || section.students.length === 0) return null;
  const { rows, unlinked, hasAbsent } = links;
  const send = (studentIds: readonly string[]) => door.send({ type: 'links.send', studentIds });
  return (
    <section
      aria-label={words.title}
      className={classes('flex flex-col gap-3 border-t border-line pt-3', isShown ? 'min-h-0' : 'shrink-0')}
    >
      <Button
        variant="quiet"
        aria-expanded={isShown}
        aria-controls={isShown ? id : undefined}
        onClick={() => setShown(!isShown)}
        className="-ml-2 self-start px-2!"
      >
        <span>{words.title}</span>
        <Icon name={isShown ? 'chevronDown' : 'chevronRight'} />
      </Button>
      {isShown && (
        <div id={id} className="flex min-h-0 flex-col gap-3">
          <p className="text-sm text-muted">{words.lead}</p>
          {/* One button, so that it keeps the focus. */}
          <Button
            variant="secondary"
            {...held}
            aria-disabled={changing || unlinked.length === 0 || undefined}
            onClick={() => send(unlinked)}
          >
            {unlinked.length > 0 ? words.sendAll(unlinked.length) : hasAbsent ? words.allSent : words.allHere}
          </Button>
          <ul aria-label={words.title} className="divide-y divide-line overflow-y-auto">
            {rows.map((row) => (
              <Row
                key={row.student.id}
                row={row}
                inert={changing}
                onSend={() => send([row.student.id])}
                onRevoke={() => door.send({ type: 'link.revoke', studentId: row.student.id })}
              />
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}

type RowProps = { row: LinkedStudent; inert: boolean; onSend: () => void; onRevoke: () => void };

function Row({ row: { student, link, isOpen }, inert, onSend, onRevoke }: RowProps) {
  const name = nameOf(student);
  const label = link ? words.sendAgain : words.send;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-2 py-1">
      <p className="min-w-32 flex-1 text-sm">
        <span className="block font-semibold wrap-anywhere">{name}</span>
        <span className="block text-muted">
          {link ? words.state[link.state](timeOfDay.format(link.sentAt)) : words.none}
        </span>
      </p>
      <div className="flex">
        <Button
          variant="quiet"
          aria-label={words.sendTo(label, name)}
          aria-disabled={inert || undefined}
          onClick={onSend}
          className="px-2!"
        >
          {label}
        </Button>
        {isOpen && (
          <Button
            variant="quiet"
            aria-label={words.revokeOf(name)}
            aria-disabled={inert || undefined}
            onClick={onRevoke}
            className="px-2!"
          >
            {words.revoke}
          </Button>
        )}
      </div>
    </li>
  );
}
