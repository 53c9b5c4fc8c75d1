import { Button } from '../../components/Button';
import type { Column } from '../../components/Table';
import { handleOf } from '../../machines/students/identity';
import { messages } from '../../messages';
import type { AdminAnswer, AdminStudent } from '../../services/admin/adminService';
import { AdminList, Named } from './AdminList';
import { type Ask, type PartActor, useChange } from './useChange';

const { admin: words } = messages;

const rowsIn = (answer: AdminAnswer | null) => (answer?.part === 'students' ? answer.rows : null);

/** Students of the directory, by a search. */
export function Students({ part }: { part: PartActor }) {
  const { dialog, ask } = useChange(part);
  return (
    <AdminList
      part={part}
      title={words.lists.students}
      search={{ label: words.search.students, hint: words.studentsHint }}
      columns={columnsOf(ask)}
      rowsIn={rowsIn}
      rowKey={({ id }) => id}
      dialog={dialog}
    />
  );
}

const columnsOf = (ask: Ask): Column<AdminStudent>[] => [
  // Commands name students without an email by what stands for it.
  { header: words.table.name, cell: (student) => <Named name={student.name} email={handleOf(student)} /> },
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
