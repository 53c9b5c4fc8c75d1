import { ActionMenu } from '../../components/ActionMenu';
import { Badge } from '../../components/Badge';
import { Button } from '../../components/Button';
import type { Column } from '../../components/Table';
import { messages } from '../../messages';
import type { AdminAnswer, AdminTeacher } from '../../services/admin/adminService';
import { AdminList, Named } from './AdminList';
import { type Ask, type Asking, type PartActor, useChange } from './useChange';

const { admin: words } = messages;

const rowsIn = (answer: AdminAnswer | null) => (answer?.part === 'teachers' ? answer.rows : null);

/** Accounts and invitations, and what can be done with them. */
export function Teachers({ part }: { part: PartActor }) {
  const { dialog, ask } = useChange(part);
  return (
    <AdminList
      part={part}
      title={words.lists.teachers}
      search={{ label: words.search.teachers }}
      actions={<Button onClick={() => ask('invite')}>{words.changes.invite.title}</Button>}
      columns={columnsOf(ask)}
      rowsIn={rowsIn}
      rowKey={({ email, state }) => `${email} ${state}`}
      dialog={dialog}
    />
  );
}

const tones = { active: 'green', disabled: 'red', 'not verified': 'yellow', invited: 'neutral' } as const;

const columnsOf = (ask: Ask): Column<AdminTeacher>[] => [
  { header: words.table.name, cell: Named, width: 'w-2/5' },
  {
    header: words.table.state,
    cell: ({ state, isAdministrator }) =>
      isAdministrator ? (
        <Badge tone="purple">{words.administrator}</Badge>
      ) : (
        <Badge tone={tones[state]}>{words.states[state]}</Badge>
      ),
  },
  { header: words.table.sections, cell: ({ sections }) => <span>{sections}</span>, isLabelled: true },
  {
    header: words.actions,
    cell: (teacher) => (
      <div className="@max-sm:py-1.5">
        <ActionMenu label={words.actions} name={words.actionsFor(teacher.email)} items={itemsFor(teacher, ask)} />
      </div>
    ),
  },
];

/** Returns what fits the state of an account or an invitation. */
function itemsFor({ email, state, isAdministrator }: AdminTeacher, ask: Ask) {
  const { changes, withdraw, inviteAgain } = words;
  const item = (what: Parameters<Ask>[0], said: Asking['words'] = changes[what]) => ({
    label: said.title,
    onSelect: () => ask(what, email, { email }, said),
  });
  if (state === 'invited') return [item('invite', { ...changes.invite, title: inviteAgain }), item('delete', withdraw)];
  return [
    ...(state === 'active' ? [item(isAdministrator ? 'demote' : 'promote')] : []),
    item(state === 'disabled' ? 'enable' : 'disable'),
    item('delete'),
  ];
}
