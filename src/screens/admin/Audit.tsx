import { Field } from '../../components/Field';
import type { Column } from '../../components/Table';
import { messages } from '../../messages';
import type { AdminAnswer, AuditEntry } from '../../services/admin/adminService';
import { dateAndTime } from '../app/times';
import { AdminList } from './AdminList';
import type { PartActor } from './useChange';

const { admin: words } = messages;

const rowsIn = (answer: AdminAnswer | null) => (answer?.part === 'audit' ? answer.rows : null);

/** Who did what and when, newest first. */
export function Audit({ part }: { part: PartActor }) {
  return (
    <AdminList
      part={part}
      title={words.lists.audit}
      search={{ label: words.search.audit, hint: words.auditHint }}
      filters={
        <Field
          label={words.since}
          name="since"
          type="date"
          hint={words.sinceHint}
          onChange={({ target }) => part.send({ type: 'asked.change', asked: { day: target.value } })}
        />
      }
      columns={columns}
      rowsIn={rowsIn}
      rowKey={({ at, teacher, action, sectionId, detail }) => [at, teacher, action, sectionId, detail].join(' ')}
    />
  );
}

const timeOf = (time: number | null) => (time === null ? messages.logs.unknownTime : dateAndTime.format(time));

const columns: readonly Column<AuditEntry>[] = [
  {
    header: words.table.time,
    width: 'w-60',
    cell: ({ at, until, times }) => (
      <div className="py-1 tabular-nums">
        <span className="block">{timeOf(at)}</span>
        {times > 1 && <span className="block text-muted">{words.times(times, timeOf(until))}</span>}
      </div>
    ),
  },
  {
    header: words.table.teacher,
    width: 'w-1/3',
    cell: ({ teacher }) => <span className="wrap-anywhere">{teacher === '' ? words.nobody : teacher}</span>,
  },
  {
    header: words.table.action,
    isLabelled: true,
    cell: ({ action, sectionId, detail, students, address }) => (
      <span className="wrap-anywhere">
        <span className="font-semibold">{action}</span>{' '}
        <span className="text-muted">
          {words.entry(
            sectionId,
            detail,
            students.map(({ name }) => name),
            address,
          )}
        </span>
      </span>
    ),
  },
];
