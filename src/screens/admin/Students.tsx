import { useSelector } from '@xstate/react';
import type { SnapshotFrom } from 'xstate';
import { Button } from '../../components/Button';
import { Field } from '../../components/Field';
import type { Column } from '../../components/Table';
import type { adminPartMachine } from '../../machines/admin/adminPartMachine';
import { handleOf } from '../../machines/students/identity';
import { messages } from '../../messages';
import type { AdminAnswer, AdminStudent } from '../../services/admin/adminService';
import { mediumDate } from '../app/times';
import { AdminList, Named, selectAnswer } from './AdminList';
import { type Ask, type PartActor, useChange } from './useChange';

const { admin: words } = messages;

const rowsIn = (answer: AdminAnswer | null) => (answer?.part === 'students' ? answer.rows : null);

const selectAsked = ({ context }: SnapshotFrom<typeof adminPartMachine>) => context.asked;

/** Students of the directory, by a search, or who has left. */
export function Students({ part }: { part: PartActor }) {
  const { dialog, ask } = useChange(part);
  return (
    <AdminList
      part={part}
      title={words.lists.students}
      search={{ label: words.search.students, hint: words.studentsHint }}
      filters={
        <Field
          label={words.leftBefore}
          name="left_before"
          type="date"
          hint={words.leftBeforeHint}
          onChange={({ target }) => part.send({ type: 'asked.change', asked: { day: target.value } })}
        />
      }
      forAll={<DeleteLeavers part={part} ask={ask} />}
      columns={columnsOf(ask)}
      rowsIn={rowsIn}
      rowKey={({ id }) => id}
      dialog={dialog}
    />
  );
}

/** Deletes everybody who has left before the chosen day, once they are listed. */
function DeleteLeavers({ part, ask }: { part: PartActor; ask: Ask }) {
  const answer = useSelector(part, selectAnswer);
  const { text, day } = useSelector(part, selectAsked);
  if (day === '' || text.trim() !== '' || answer?.part !== 'students' || answer.total === 0) return null;
  const about = words.leavers(answer.total, mediumDate.format(new Date(`${day}T00:00`)));
  return (
    <Button variant="danger" onClick={() => ask('deleteLeavers', about, { day, count: String(answer.total) })}>
      {words.changes.deleteLeavers.title}
    </Button>
  );
}

const columnsOf = (ask: Ask): Column<AdminStudent>[] => [
  {
    header: words.table.name,
    cell: (student) => (
      <>
        {/* Commands name students without an email by what stands for it. */}
        <Named name={student.name} email={handleOf(student)} />
        {student.leftAt !== null && (
          <span className="block pb-1 text-muted">{words.inNone(mediumDate.format(student.leftAt))}</span>
        )}
      </>
    ),
  },
  {
    header: words.actions,
    width: 'w-28',
    cell: (student) => (
      <Button
        variant="quiet"
        aria-label={words.deleteStudent(handleOf(student))}
        onClick={() => ask('deleteStudent', `${student.name} (${handleOf(student)})`, { id: student.id })}
      >
        {words.delete}
      </Button>
    ),
  },
];
