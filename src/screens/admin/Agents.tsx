import { useState } from 'react';
import { Button } from '../../components/Button';
import { NoticeRegion } from '../../components/NoticeRegion';
import type { Column } from '../../components/Table';
import { messages } from '../../messages';
import type { AdminAgent, AdminAnswer } from '../../services/admin/adminService';
import { dateAndMinute } from '../app/times';
import { AdminList, Named } from './AdminList';
import { type Ask, type PartActor, useChange } from './useChange';

const { admin: words } = messages;

const rowsIn = (answer: AdminAnswer | null) => (answer?.part === 'agents' ? answer.rows : null);

/** The programs that report detections, and the key of the one that was just added. */
export function Agents({ part }: { part: PartActor }) {
  // Here and nowhere else: the secret is gone with the page.
  const [made, setMade] = useState<{ name: string; key: string }>();
  const { dialog, ask } = useChange(part, (name, key) => setMade({ name, key }));
  return (
    <AdminList
      part={part}
      title={words.lists.agents}
      actions={<Button onClick={() => ask('addAgent')}>{words.changes.addAgent.title}</Button>}
      columns={columnsOf(ask)}
      rowsIn={rowsIn}
      rowKey={({ name }) => name}
      dialog={dialog}
    >
      <NoticeRegion kind="info">
        {made && (
          <span className="wrap-anywhere">
            <span>{words.keyOf(made.name)}</span> <code className="font-semibold select-all">{made.key}</code>
          </span>
        )}
      </NoticeRegion>
    </AdminList>
  );
}

const timeOr = (time: number | null, said: (time: string) => string, otherwise: string) =>
  time === null ? otherwise : said(dateAndMinute.format(time));

const columnsOf = (ask: Ask): Column<AdminAgent>[] => [
  {
    header: words.table.name,
    cell: ({ name, sectionIds }) => (
      <Named name={name} email={sectionIds === null ? words.wholeSchool : words.onSections(sectionIds)} />
    ),
  },
  {
    header: words.table.state,
    isLabelled: true,
    cell: ({ heardAt, refusedAt, refusal }) => (
      <div className="min-w-0 wrap-anywhere">
        <span className="block">{timeOr(heardAt, words.heard, words.neverHeard)}</span>
        {refusedAt !== null && (
          <span className="block text-muted">{words.refused(dateAndMinute.format(refusedAt), refusal)}</span>
        )}
      </div>
    ),
  },
  {
    header: words.actions,
    width: 'w-40',
    cell: ({ name }) => (
      <Button
        variant="quiet"
        aria-label={`${words.changes.revokeAgent.title}: ${name}`}
        onClick={() => ask('revokeAgent', name, { name })}
      >
        {words.changes.revokeAgent.title}
      </Button>
    ),
  },
];
