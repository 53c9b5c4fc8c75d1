import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import { ActionRow } from '../../components/ActionRow';
import { Button } from '../../components/Button';
import { Checkbox } from '../../components/Checkbox';
import { classes } from '../../components/classes';
import { Dialog } from '../../components/Dialog';
import { IconButton } from '../../components/IconButton';
import { MAX_SELECTED_LOGS } from '../../constants';
import type { selectionMachine } from '../../machines/logs/selectionMachine';
import { messages } from '../../messages';
import { studentOf } from '../../model/logs/logFilters';
import type { DetectionLog } from '../../services/types';
import { secondOfDay } from '../app/times';

const { selection: words, logs: logWords } = messages;

type Selection = SnapshotFrom<typeof selectionMachine>;
const selectIds = ({ context }: Selection) => context.logIds;
const selectAsked = ({ context }: Selection) => context.asked.length;
const isChanging = (selection: Selection) => !selection.matches('choosing');
const isSaving = (selection: Selection) => selection.matches('saving');
const isAsking = (selection: Selection) => selection.matches('asking');
const isDeleting = (selection: Selection) => selection.matches('deleting');
/** Logs are selected, in sight or not. */
export const hasSelection = (selection: Selection) => selection.context.logIds.length > 0;

const idsOf = (logs: readonly DetectionLog[]) => logs.map(({ id }) => id);

type SelectionLineProps = {
  selection: ActorRefFrom<typeof selectionMachine>;
  /** The visible rows. */
  rows: readonly DetectionLog[];
  /** All logs that the filters find. */
  found: readonly DetectionLog[];
  /** Which of them are visible. */
  range: string;
};

/** Selects the visible rows. */
export function PageCheckbox({ selection, rows }: Omit<SelectionLineProps, 'found' | 'range'>) {
  const selected = useSelector(selection, selectIds);
  const changing = useSelector(selection, isChanging);
  const ids = useMemo(() => new Set(selected), [selected]);
  const count = rows.filter(({ id }) => ids.has(id)).length;
  return (
    <Checkbox
      label={words.page}
      isLabelShown
      checked={count === rows.length}
      mixed={count > 0 && count < rows.length}
      inert={changing}
      onToggle={(checked) => selection.send({ type: checked ? 'logs.select' : 'logs.unselect', logIds: idsOf(rows) })}
    />
  );
}

/** How many logs are selected, and what can be done to them, in sight while the rows are. Takes the place of their range. */
export function SelectionLine({ selection, rows, found, range }: SelectionLineProps) {
  const selected = useSelector(selection, selectIds);
  const changing = useSelector(selection, isChanging);
  const saving = useSelector(selection, isSaving);
  const deleting = useSelector(selection, isDeleting);
  const ids = useMemo(() => new Set(selected), [selected]);
  const chosen = useMemo(() => (ids.size === 0 ? [] : idsOf(found).filter((id) => ids.has(id))), [found, ids]);
  const isWhole = rows.every(({ id }) => ids.has(id));
  const most = Math.min(found.length, MAX_SELECTED_LOGS);
  const count = chosen.length;
  const review = (state: 'seen' | 'dismissed') => selection.send({ type: 'review.submit', state, logIds: chosen });

  return (
    <fieldset
      aria-label={words.title}
      data-sticky-foot={count > 0 ? '' : undefined}
      className={classes(
        'flex min-h-11 flex-wrap items-center gap-x-1',
        count > 0 &&
          'sticky bottom-3 z-10 -mx-3 rounded-card border border-line bg-surface px-3 shadow-raised print:hidden max-sm:[&_button]:px-2',
      )}
    >
      <p role="status" className={count > 0 ? 'mr-2 text-sm whitespace-nowrap tabular-nums' : 'absolute'}>
        {saving ? words.saving : deleting ? words.deleting : count > 0 && words.selected(count)}
      </p>
      {count > 0 && (
        <>
          <Button variant="quiet" busy={saving} aria-disabled={changing} onClick={() => review('seen')}>
            {words.seen}
          </Button>
          <Button variant="quiet" aria-disabled={changing} onClick={() => review('dismissed')}>
            {words.dismiss}
          </Button>
          <Button
            variant="quiet"
            busy={deleting}
            aria-disabled={changing}
            onClick={() => selection.send({ type: 'deletion.ask', logIds: chosen })}
          >
            {words.delete}
          </Button>
          <IconButton
            icon="close"
            label={words.clear}
            aria-disabled={changing || undefined}
            onClick={() => selection.send({ type: 'selection.clear' })}
          />
          {isWhole && count < most && (
            <Button
              variant="quiet"
              aria-disabled={changing}
              onClick={() => selection.send({ type: 'logs.select', logIds: idsOf(found.slice(0, most)) })}
            >
              {words.all(most, found.length)}
            </Button>
          )}
        </>
      )}
      <p className={classes('text-sm text-muted', count > 0 && 'ml-auto max-sm:hidden')}>{range}</p>
      <DeletionQuestion selection={selection} />
    </fieldset>
  );
}

function DeletionQuestion({ selection }: Pick<SelectionLineProps, 'selection'>) {
  const asking = useSelector(selection, isAsking);
  const count = useSelector(selection, selectAsked);
  const cancel = () => selection.send({ type: 'deletion.cancel' });
  return (
    <Dialog open={asking} title={words.deleteTitle(count)} onClose={cancel}>
      <p className="mb-5 text-muted">{words.deleteLead(count)}</p>
      <ActionRow>
        <Button variant="secondary" data-autofocus onClick={cancel}>
          {words.cancel}
        </Button>
        <Button variant="danger" onClick={() => selection.send({ type: 'deletion.confirm' })}>
          {words.confirmDelete(count)}
        </Button>
      </ActionRow>
    </Dialog>
  );
}

/** Selects the log of a row. */
export function RowCheckbox({ selection, log }: Pick<SelectionLineProps, 'selection'> & { log: DetectionLog }) {
  const checked = useSelector(selection, ({ context }) => context.logIds.includes(log.id));
  const changing = useSelector(selection, isChanging);
  const time = log.time === null ? logWords.unknownTime : secondOfDay.format(log.time);
  return (
    <Checkbox
      label={words.log(studentOf(log), time)}
      checked={checked}
      inert={changing}
      onToggle={(isSelected) =>
        selection.send({ type: isSelected ? 'logs.select' : 'logs.unselect', logIds: [log.id] })
      }
    />
  );
}
