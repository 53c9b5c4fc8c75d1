import { useSelector } from '@xstate/react';
import { useMemo, useState } from 'react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import { Button } from '../../components/Button';
import { Checkbox } from '../../components/Checkbox';
import { ConfirmDialog } from '../../components/ConfirmDialog';
import { classes } from '../../components/classes';
import { IconButton } from '../../components/IconButton';
import { useRootMark } from '../../components/useRootMark';
import { MAX_SELECTED_LOGS } from '../../constants';
import type { selectionMachine } from '../../machines/logs/selectionMachine';
import { reviewsOf } from '../../machines/records/earlierReviews';
import { studentOf } from '../../machines/students/namesakes';
import { mayDelete } from '../../machines/students/sharing';
import { messages } from '../../messages';
import type { DetectionLog, ReviewState } from '../../services/app/types';
import { keyOfLog } from '../../studentKeys';
import { secondOfDay } from '../app/times';
import { useFocusBack } from '../app/useFocusBack';
import { useAttendancePage } from '../attendance/attendancePage';
import { DismissReasons } from '../records/DismissReasons';
import { UndoReview, useUndo } from '../records/UndoReview';

const { selection: words, logs: logWords } = messages;

type Selection = SnapshotFrom<typeof selectionMachine>;
/** Logs that are selected, in sight or not, if they are still there. */
export const selectIds = ({ context }: Selection) => context.logIds;
const selectAsked = ({ context }: Selection) => context.asked.length;
const isChanging = (selection: Selection) => !selection.matches('choosing');
const isSaving = (selection: Selection) => selection.matches('saving');
const isAsking = (selection: Selection) => selection.matches('asking');
const isDeleting = (selection: Selection) => selection.matches('deleting');

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
  const page = useAttendancePage();
  const undo = useUndo(page);
  const [asksReason, setAsksReason] = useState(false);
  const line = useFocusBack<HTMLFieldSetElement>(asksReason, '[data-dismiss]');
  const isWhole = rows.every(({ id }) => ids.has(id));
  const most = Math.min(found.length, MAX_SELECTED_LOGS);
  const count = chosen.length;
  if (asksReason && count === 0) setAsksReason(false);
  const isUndoShown = undo.sentence !== undefined && count === 0;
  const isInSight = count > 0 || isUndoShown;
  useRootMark('data-sticky-foot', isInSight);
  if (rows.length === 0 && !isInSight) return null;
  const review = (state: ReviewState, note?: string) => {
    setAsksReason(false);
    const logs = found.filter(({ id }) => ids.has(id));
    const students = [...new Set(logs.map(keyOfLog))];
    selection.send({
      type: 'review.submit',
      review: { sectionId: page.section.id, state, note, students, before: reviewsOf(logs) },
    });
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
      <p role="status" className={count > 0 ? 'mr-2 text-sm whitespace-nowrap tabular-nums' : 'absolute'}>
        {saving ? words.saving : deleting ? words.deleting : count > 0 && words.selected(count)}
      </p>
      {isUndoShown && <UndoReview {...undo} />}
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
          {mayDelete(page.section) && (
            <Button
              variant="quiet"
              busy={deleting}
              aria-disabled={changing}
              onClick={() => selection.send({ type: 'deletion.ask', logIds: chosen })}
            >
              {words.delete}
            </Button>
          )}
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

function DeletionQuestion({ selection }: Pick<SelectionLineProps, 'selection'>) {
  const asking = useSelector(selection, isAsking);
  const count = useSelector(selection, selectAsked);
  return (
    <ConfirmDialog
      open={asking}
      title={words.deleteTitle(count)}
      cancel={words.cancel}
      onCancel={() => selection.send({ type: 'deletion.cancel' })}
      confirm={words.confirmDelete(count)}
      onConfirm={() => selection.send({ type: 'deletion.confirm' })}
    >
      {words.deleteLead(count)}
    </ConfirmDialog>
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
