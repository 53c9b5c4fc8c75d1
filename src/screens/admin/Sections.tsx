import { Badge } from '../../components/Badge';
import { Button } from '../../components/Button';
import type { Column } from '../../components/Table';
import { messages } from '../../messages';
import type { AdminAnswer, AdminSection } from '../../services/admin/adminService';
import { AdminList, Named } from './AdminList';
import { type Ask, type PartActor, useChange } from './useChange';

const { admin: words } = messages;

const rowsIn = (answer: AdminAnswer | null) => (answer?.part === 'sections' ? answer.rows : null);

/** The sections of all teachers, which can be moved from one to another. */
export function Sections({ part }: { part: PartActor }) {
  const { dialog, ask } = useChange(part);
  return (
    <AdminList
      part={part}
      title={words.lists.sections}
      search={{ label: words.search.sections }}
      columns={columnsOf(ask)}
      rowsIn={rowsIn}
      rowKey={({ id }) => id}
      dialog={dialog}
    />
  );
}

const columnsOf = (ask: Ask): Column<AdminSection>[] => [
  {
    header: words.table.name,
    cell: ({ id, name, subject }) => <Named name={name} email={`${subject} · ${words.sectionNumber(id)}`} />,
  },
  {
    header: words.table.teacher,
    cell: ({ teacher, isActive }) => (
      <div className="min-w-0 wrap-anywhere">
        <span className="block">{teacher}</span>
        {isActive && <Badge tone="green">{words.running}</Badge>}
      </div>
    ),
  },
  { header: words.table.students, width: 'w-24', isLabelled: true, cell: ({ students }) => <span>{students}</span> },
  {
    header: words.actions,
    width: 'w-40',
    cell: ({ id, name }) => (
      <Button
        variant="quiet"
        aria-label={`${words.changes.moveSection.title}: ${name}`}
        onClick={() => ask('moveSection', name, { id })}
      >
        {words.changes.moveSection.title}
      </Button>
    ),
  },
];
