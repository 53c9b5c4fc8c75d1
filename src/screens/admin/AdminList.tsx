import { useSelector } from '@xstate/react';
import type { ComponentProps, ReactNode } from 'react';
import type { SnapshotFrom } from 'xstate';
import { Button } from '../../components/Button';
import { Card } from '../../components/Card';
import { LoadingText } from '../../components/LoadingText';
import { NoticeRegion } from '../../components/NoticeRegion';
import { Pagination } from '../../components/Pagination';
import { SearchField } from '../../components/SearchField';
import { type Column, Table } from '../../components/Table';
import { useKeptFocus } from '../../components/useKeptFocus';
import type { adminPartMachine } from '../../machines/admin/adminPartMachine';
import { messages } from '../../messages';
import type { AdminAnswer } from '../../services/admin/adminService';
import { ChangeDialog } from './ChangeDialog';
import type { PartActor } from './useChange';

const { admin: words } = messages;

type Part = SnapshotFrom<typeof adminPartMachine>;
export const selectAnswer = ({ context }: Part) => context.answer;
const selectProblem = ({ context }: Part) => context.problem;
/** Nothing is known yet. */
const isLoading = (part: Part) => part.matches('fetching') && part.context.answer === null;
const isKnown = (part: Part) => part.matches('known');

/** Why the part could not be fetched, with a retry; and that it is being fetched for the first time. */
export function PartNotice({ part }: { part: PartActor }) {
  const problem = useSelector(part, selectProblem);
  const loading = useSelector(part, isLoading);
  return (
    <>
      <NoticeRegion
        kind="error"
        action={
          <Button variant="secondary" onClick={() => part.send({ type: 'part.refresh' })}>
            {words.retry}
          </Button>
        }
      >
        {problem?.sentence}
      </NoticeRegion>
      {loading && problem === null && <LoadingText>{words.loading}</LoadingText>}
    </>
  );
}

type AdminListProps<Row> = {
  part: PartActor;
  title: string;
  /** The search field's label and hint; a list without one is shown as a whole. */
  search?: { label: string; hint?: string };
  /** More filters beside the search. */
  filters?: ReactNode;
  /** Buttons at the right of the title. */
  actions?: ReactNode;
  /** A button beside the number of rows, for what can be done to all of them. */
  forAll?: ReactNode;
  columns: readonly Column<Row>[];
  /** Returns the answer's rows, if it is about this part. */
  rowsIn: (answer: AdminAnswer | null) => readonly Row[] | null;
  rowKey: (row: Row) => string;
  dialog?: Omit<ComponentProps<typeof ChangeDialog>, 'onClosed'>;
  children?: ReactNode;
};

/** A list of the school with its search and pages, and the dialog of its changes. */
export function AdminList<Row>(props: AdminListProps<Row>) {
  const { part, title, search, filters, actions, forAll, columns, rowsIn, rowKey, dialog, children } = props;
  const answer = useSelector(part, selectAnswer);
  const known = useSelector(part, isKnown);
  const { region, settle } = useKeptFocus<HTMLElement>();
  const rows = rowsIn(answer);
  const place = answer === null || answer.part === 'overview' ? null : answer;
  return (
    <>
      <Card {...region} title={title} actions={actions}>
        <div className="flex flex-col gap-4">
          {children}
          {(search || filters) && (
            <div className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
              {search && (
                <SearchField
                  {...search}
                  name="q"
                  maxLength={200}
                  onInput={(event) => part.send({ type: 'asked.change', asked: { text: event.currentTarget.value } })}
                />
              )}
              {filters}
            </div>
          )}
          <PartNotice part={part} />
          <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
            <p role="status" className="text-sm text-muted">
              {known && rows && place && (rows.length === 0 ? words.nothing : words.found(rows.length, place.total))}
            </p>
            {forAll}
          </div>
          {rows && rows.length > 0 && <Table caption={title} columns={columns} rows={rows} rowKey={rowKey} />}
          {place && (
            <Pagination
              label={words.pages}
              page={place.page}
              pageCount={place.pages}
              onSelect={(page) => part.send({ type: 'page.select', page })}
            />
          )}
        </div>
      </Card>
      {dialog && <ChangeDialog {...dialog} onClosed={settle} />}
    </>
  );
}

type PersonProps = { name: string; email: string };

/** A person, or a thing, in the first column. */
export const Named = ({ name, email }: PersonProps) => (
  <div className="min-w-0 py-1 wrap-anywhere">
    {name !== '' && <bdi className="block font-semibold">{name}</bdi>}
    <span className="block text-muted">{email}</span>
  </div>
);
