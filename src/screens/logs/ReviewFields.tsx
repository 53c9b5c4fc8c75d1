import { reviewStates } from '@vigil/contract/values';
import { useSelector } from '@xstate/react';
import { type KeyboardEvent, useState } from 'react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import { Button } from '../../components/Button';
import { Choice } from '../../components/Choice';
import { ConfirmDialog } from '../../components/ConfirmDialog';
import { classes } from '../../components/classes';
import { NoticeRegion } from '../../components/NoticeRegion';
import { TextAreaField } from '../../components/TextAreaField';
import { MAX_NOTE_LENGTH } from '../../constants';
import type { logsViewMachine, Neighbours } from '../../machines/logs/logsViewMachine';
import { studentOf } from '../../machines/students/namesakes';
import { mayDelete } from '../../machines/students/sharing';
import { messages } from '../../messages';
import type { DetectionLog, Noted } from '../../services/app/types';
import { timeOfLog } from '../app/times';
import { useFocusBack } from '../app/useFocusBack';
import { useHeldPage } from '../app/useHeldPage';
import { useAttendancePage } from '../attendance/attendancePage';
import { useIsOffline } from '../live/ChannelTrouble';
import { DismissReasons } from '../records/DismissReasons';

const { logFilters: filterWords, review: reviewWords } = messages;

type View = SnapshotFrom<typeof logsViewMachine>;
const selectNotes = ({ context }: View) => context.notes;
const selectProblem = ({ context }: View) => context.problem;
const isSaving = (view: View) => view.matches({ enlarging: { change: 'saving' } });
const isSaved = (view: View) => view.matches({ enlarging: { change: { none: 'saved' } } });
const isDeleted = (view: View) => view.matches({ enlarging: { change: { none: 'deleted' } } });
const isAskingToDelete = (view: View) => view.matches({ enlarging: { change: 'asking' } });
const isDeleting = (view: View) => view.matches({ enlarging: { change: 'deleting' } });

type ReviewFieldsProps = {
  view: ActorRefFrom<typeof logsViewMachine>;
  /** The enlarged log. */
  log: DetectionLog;
  /** It has been deleted. */
  isGone: boolean;
  neighbours: Neighbours;
};

/** A log's review, saved on each press, and its deletion. */
export function ReviewFields({ view, log, isGone, neighbours }: ReviewFieldsProps) {
  const { section } = useAttendancePage();
  const typed = useSelector(view, selectNotes)[log.id];
  const problem = useSelector(view, selectProblem);
  const saving = useSelector(view, isSaving);
  const saved = useSelector(view, isSaved);
  const deleted = useSelector(view, isDeleted);
  const askingToDelete = useSelector(view, isAskingToDelete);
  const deleting = useSelector(view, isDeleting);
  const kept = log.review?.note ?? '';
  const note = typed ?? kept;
  const isUnsaved = note !== kept;
  // During a deletion the fields stay until the next log is known.
  const isLost = isGone && !deleting;
  useHeldPage(isUnsaved && !isLost);
  const isOffline = useIsOffline();
  const sending = isOffline ? reviewWords.waits : reviewWords.saving;
  const said = saving ? sending : saved ? reviewWords.saved : deleted ? reviewWords.deleted : undefined;
  const [asked, setAsked] = useState('');
  const isAsking = asked === log.id && !saving && !deleting;
  const choice = useFocusBack<HTMLDivElement>(isAsking, '[data-value="dismissed"]');
  const review = (state: Noted['state'], goesOn: boolean) =>
    view.send({ type: 'review.submit', log, state, note, goesOn, neighbours });
  const dismiss = (reason: string) => {
    setAsked('');
    view.send({ type: 'note.change', note: reason });
    review('dismissed', true);
  };
  const saveNote = () => review(log.review?.state ?? 'seen', false);
  const canSave = isUnsaved && !saving && !deleting;
  const pressInNote = (event: KeyboardEvent) => {
    // Shift begins a new line, and Enter also ends the composition of a character.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (canSave) saveNote();
  };
  const choose = (state: (typeof choices)[number][0]) => {
    // A note is a reason.
    if (state === 'dismissed' && note === '') setAsked(log.id);
    else review(state === 'none' ? null : state, state !== 'none');
  };

  return (
    <div className="flex flex-col gap-4">
      {!isLost && (
        // A press meant for the previous log must not mark this one.
        <div
          key={log.id}
          ref={choice}
          className={classes('press-delay flex min-h-11 items-center', isAsking && '*:ml-0!')}
        >
          {isAsking ? (
            <DismissReasons student={studentOf(log)} onDismiss={dismiss} onCancel={() => setAsked('')} />
          ) : (
            <Choice
              label={filterWords.review}
              options={choices}
              chosen={log.review?.state ?? 'none'}
              inert={saving || deleting}
              onChoose={choose}
            />
          )}
        </div>
      )}
      {!isLost && (
        <TextAreaField
          label={reviewWords.note}
          hint={log.review === null ? reviewWords.noteHint : reviewWords.noteKey}
          name="note"
          rows={2}
          maxLength={MAX_NOTE_LENGTH}
          readOnly={deleting}
          spellCheck
          autoCapitalize="sentences"
          value={note}
          onKeyDown={pressInNote}
          onChange={({ target }) => view.send({ type: 'note.change', note: target.value })}
        />
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {!isLost && (
          <Button variant="secondary" busy={saving} aria-disabled={!isUnsaved || deleting} onClick={saveNote}>
            {reviewWords.saveNote}
          </Button>
        )}
        <p role="status" className="min-h-5.5 min-w-0 flex-1 text-sm text-muted">
          {said ?? (isUnsaved && !isLost && reviewWords.unsaved)}
        </p>
      </div>
      {/* Apart from what keeps something. */}
      {!isLost && mayDelete(section) && (
        <div className="border-t border-line pt-2">
          <Button
            variant="quiet"
            busy={deleting}
            aria-disabled={saving}
            onClick={() => view.send({ type: 'deletion.ask' })}
            className="-ml-4"
          >
            {reviewWords.delete}
          </Button>
        </div>
      )}
      {/* Last, so that it moves nothing. */}
      <NoticeRegion kind="error">
        {problem === null ? isLost && reviewWords.gone(1) : [problem.sentence, problem.hint].filter(Boolean).join(' ')}
      </NoticeRegion>
      <ConfirmDialog
        open={askingToDelete}
        title={reviewWords.deleteTitle}
        cancel={reviewWords.cancel}
        onCancel={() => view.send({ type: 'deletion.cancel' })}
        confirm={reviewWords.confirmDelete}
        onConfirm={() => view.send({ type: 'deletion.confirm', neighbours })}
      >
        {reviewWords.deleteLead(studentOf(log), timeOfLog(log))}
      </ConfirmDialog>
    </div>
  );
}

const choices = (['none', ...reviewStates] as const).map((state) => [state, filterWords.reviews[state]] as const);
