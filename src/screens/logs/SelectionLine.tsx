import { useSelector } from '@xstate/react';
import { useMemo, useState } from 'react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import { ActionRow } from '../../components/ActionRow';
import { Button } from '../../components/Button';
import { Checkbox } from '../../components/Checkbox';
import { classes } from '../../components/classes';
import { Dialog } from '../../components/Dialog';
import { IconButton } from '../../components/IconButton';
import { useRootMark } from '../../components/useRootMark';
import { MAX_SELECTED_LOGS } from '../../constants';
import type { selectionMachine, UndoableReviews } from '../../machines/logs/selectionMachine';
import { reviewsOf } from '../../machines/records/earlierReviews';
import { studentOf } from '../../machines/students/namesakes';
import { messages } from '../../messages';
import type { DetectionLog } from '../../services/app/types';
import { secondOfDay } from '../app/times';
import { useFocusBack } from '../app/useFocusBack';
import { DismissReasons } from '../records/DismissReasons';

const { selection: words, logs: logWords, logFilters: filterWords } = messages;

type Selection = SnapshotFrom<typeof selectionMachine>;
/** Logs that are selected, in sight or not, if they are still there. */
export const selectIds = ({ context }: Selection) => context.logIds;
const selectAsked = ({ context }: Selection) => context.asked.length;
const isChanging = (selection: Selection) => !selection.matches('choosing');
const isSaving = (selection: Selection) => selection.matches('saving');
const isAsking = (selection: Selection) => selection.matches('asking');
const isDeleting = (selection: Selection) => selection.matches('deleting');
const isUndoing = (selection: Selection) => selection.matches('undoing');
const selectUndoable = (selection: Selection) =>
  selection.matches({ choosing: 'undoable' }) || selection.matches('undoing') ? selection.context.undoable : null;

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
  const undoing = useSelector(selection, isUndoing);
  const undoable = useSelector(selection, selectUndoable);
  const [asksReason, setAsksReason] = useState(false);
  const line = useFocusBack<HTMLFieldSetElement>(asksReason, '[data-dismiss]');
  const isWhole = rows.every(({ id }) => ids.has(id));
  const most = Math.min(found.length, MAX_SELECTED_LOGS);
  const count = chosen.length;
  if (asksReason && count === 0) setAsksReason(false);
  const isUndoShown = undoable !== null && count === 0;
  const isInSight = count > 0 || isUndoShown;
  useRootMark('data-sticky-foot', isInSight);
  if (rows.length === 0 && !isInSight) return null;
  const review = (state: 'seen' | 'dismissed', note?: string) => {
    setAsksReason(false);
    const before = reviewsOf(found.filter(({ id }) => ids.has(id)));
    selection.send({ type: 'review.submit', state, note, logIds: chosen, before });
  };

  return (
    <fieldset
      ref={line}
      aria-label={words.title}
      className={classes(
        'flex min-h-11 flex-wrap items-center gap-x-1',
        isInSight &&
          'z-10 -mx-3 tall:sticky tall:bottom-3 rounded-card border border-line bg-surface px-3 shadow-raised print:hidden max-sm:[&_button]:px-2',
      )}
    >
      <p role="status" className={count > 0 || undoing ? 'mr-2 text-sm whitespace-nowrap tabular-nums' : 'absolute'}>
        {saving
          ? words.saving
          : deleting
            ? words.deleting
            : undoing
              ? words.undoing
              : count > 0 && words.selected(count)}
      </p>
      {isUndoShown && (
        <>
          {!undoing && <p className="mr-2 text-sm whitespace-nowrap">{undoneBy(undoable)}</p>}
          <Button variant="quiet" busy={undoing} onClick={() => selection.send({ type: 'review.undo' })}>
            {words.undo}
          </Button>
        </>
      )}
      {count > 0 && asksReason && !changing && (
        <DismissReasons
          student={words.selected(count)}
          onDismiss={(reason) => review('dismissed', reason)}
          onCancel={() => setAsksReason(false)}
        />
      )}
      {count > 0 && (!asksReason || changing) && (
        <>
          <Button variant="quiet" busy={saving} aria-disabled={changing} onClick={() => review('seen')}>
            {words.seen}
          </Button>
          <Button variant="quiet" data-dismiss aria-disabled={changing} onClick={() => setAsksReason(true)}>
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
      {rows.length > 0 && (
        <p className={classes('text-sm text-muted', isInSight && 'ml-auto max-sm:hidden')}>{range}</p>
      )}
      <DeletionQuestion selection={selection} />
    </fieldset>
  );
}

const undoneBy = ({ state, before }: UndoableReviews) =>
  words.undoable(filterWords.reviews[state], before.flatMap(({ logIds }) => logIds).length);

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
