import { useSelector } from '@xstate/react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import { ActionRow } from '../../components/ActionRow';
import { Button } from '../../components/Button';
import { Choice } from '../../components/Choice';
import { Dialog } from '../../components/Dialog';
import { NoticeRegion } from '../../components/NoticeRegion';
import { TextAreaField } from '../../components/TextAreaField';
import { MAX_NOTE_LENGTH } from '../../constants';
import type { logsViewMachine, Neighbours } from '../../machines/logs/logsViewMachine';
import { messages } from '../../messages';
import { studentOf } from '../../model/logs/logFilters';
import type { DetectionLog } from '../../services/types';
import { timeOfLog } from '../app/times';

const { logFilters: filterWords, review: reviewWords } = messages;

type View = SnapshotFrom<typeof logsViewMachine>;
const selectNotes = ({ context }: View) => context.notes;
const selectProblem = ({ context }: View) => context.problem;
const isSaving = (view: View) => view.matches({ enlarging: { change: 'saving' } });
const isSaved = (view: View) => view.matches({ enlarging: { change: { none: 'saved' } } });
const isDeleted = (view: View) => view.matches({ enlarging: { change: { none: 'deleted' } } });
const isAsking = (view: View) => view.matches({ enlarging: { change: 'asking' } });
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
  const typed = useSelector(view, selectNotes)[log.id];
  const problem = useSelector(view, selectProblem);
  const saving = useSelector(view, isSaving);
  const saved = useSelector(view, isSaved);
  const deleted = useSelector(view, isDeleted);
  const asking = useSelector(view, isAsking);
  const deleting = useSelector(view, isDeleting);
  const kept = log.review?.note ?? '';
  const note = typed ?? kept;
  const isUnsaved = note !== kept;
  // During a deletion the fields stay until the next log is known.
  const isLost = isGone && !deleting;
  const said = saving ? reviewWords.saving : saved ? reviewWords.saved : deleted ? reviewWords.deleted : undefined;
  const cancel = () => view.send({ type: 'deletion.cancel' });
  const review = (state: 'seen' | 'dismissed' | null) => view.send({ type: 'review.submit', state, note, neighbours });

  return (
    <div className="flex flex-col gap-4">
      {!isLost && (
        <div className="flex">
          <Choice
            label={filterWords.review}
            options={choices}
            chosen={log.review?.state ?? 'none'}
            inert={saving || deleting}
            onChoose={(state) => review(state === 'none' ? null : state)}
          />
        </div>
      )}
      {!isLost && (
        <TextAreaField
          label={reviewWords.note}
          {...(log.review === null && { hint: reviewWords.noteHint })}
          name="note"
          rows={2}
          maxLength={MAX_NOTE_LENGTH}
          readOnly={deleting}
          spellCheck
          autoCapitalize="sentences"
          value={note}
          onChange={({ target }) => view.send({ type: 'note.change', note: target.value })}
        />
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {!isLost && (
          <Button
            variant="secondary"
            busy={saving}
            aria-disabled={!isUnsaved || deleting}
            onClick={() => review(log.review?.state ?? 'seen')}
          >
            {reviewWords.saveNote}
          </Button>
        )}
        {!isLost && (
          <Button
            variant="quiet"
            busy={deleting}
            aria-disabled={saving}
            onClick={() => view.send({ type: 'deletion.ask' })}
          >
            {reviewWords.delete}
          </Button>
        )}
        <p role="status" className="min-h-5.5 basis-full text-sm text-muted">
          {said ?? (isUnsaved && !isLost && reviewWords.unsaved)}
        </p>
      </div>
      {/* Last, so that it moves nothing. */}
      <NoticeRegion kind="error">
        {problem === null ? isLost && reviewWords.gone(1) : [problem.sentence, problem.hint].filter(Boolean).join(' ')}
      </NoticeRegion>
      <Dialog open={asking} title={reviewWords.deleteTitle} onClose={cancel}>
        <p className="mb-5 text-muted">{reviewWords.deleteLead(studentOf(log), timeOfLog(log))}</p>
        <ActionRow>
          <Button variant="secondary" data-autofocus onClick={cancel}>
            {reviewWords.cancel}
          </Button>
          <Button variant="danger" onClick={() => view.send({ type: 'deletion.confirm', neighbours })}>
            {reviewWords.confirmDelete}
          </Button>
        </ActionRow>
      </Dialog>
    </div>
  );
}

const choices = (['none', 'seen', 'dismissed'] as const).map((state) => [state, filterWords.reviews[state]] as const);
