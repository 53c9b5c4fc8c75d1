import { Button } from '../../components/Button';
import type { Column } from '../../components/Table';
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
  { header: words.table.name, cell: Named },
  {
    header: words.actions,
    width: 'w-28',
    cell: ({ id, name, email }) => (
      <Button
        variant="quiet"
        aria-label={words.deleteStudent(email)}
        onClick={() => ask('deleteStudent', `${name} (${email})`, { id })}
      >
        {words.delete}
      </Button>
    ),
  },
];
