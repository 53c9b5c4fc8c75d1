import { useSelector } from '@xstate/react';
import { type PointerEvent, useMemo } from 'react';
import { Button } from '../../components/Button';
import { type Review, selectUndoable } from '../../machines/records/reviewsMachine';
import { studentOf } from '../../machines/students/namesakes';
import { messages } from '../../messages';
import type { DetectionLog } from '../../services/app/types';
import { keyOfLog } from '../../studentKeys';
import { useStable } from '../app/useStable';
import { type RecordsPage, useShownLogs } from './recordsPage';

const { review: words, logFilters } = messages;

/** The undo of a section's last review. */
export interface Undo {
  /** What was reviewed; undefined if nothing can be undone. */
  sentence: string | undefined;
  undo: () => void;
  /** The pointer or the focus came to it. */
  touch: () => void;
}

/** Returns the undo of the section's last review. */
export function useUndo(page: Pick<RecordsPage, 'section' | 'reviews' | 'logs' | 'cover'>): Undo {
  const { section, reviews } = page;
  const { id } = section;
  const logs = useShownLogs(page);
  const review = useSelector(
    reviews,
    useMemo(() => selectUndoable(id), [id]),
  );
  const sentence = useMemo(() => review && sentenceOf(review, logs), [review, logs]);
  const undo = useStable(() => reviews.send({ type: 'review.undo' }));
  const touch = useStable(() => reviews.send({ type: 'undo.touched' }));
  return useMemo(() => ({ sentence: sentence ?? undefined, undo, touch }), [sentence, undo, touch]);
}

function sentenceOf({ state, students }: Review, logs: readonly DetectionLog[]): string {
  const names = students.map((key) => {
    const log = logs.find((one) => keyOfLog(one) === key);
    return log === undefined ? messages.logs.unknownStudent : studentOf(log);
  });
  return words.reviewed(logFilters.reviews[state ?? 'none'], names);
}

/** What was reviewed last, with the button that undoes it. Says in `data-pointer` what is on it, for `awayFromUndo`. */
export function UndoReview({ sentence, undo, touch }: Undo) {
  const enter = ({ currentTarget, pointerType }: PointerEvent<HTMLElement>) => {
    currentTarget.dataset.pointer = pointerType;
    touch();
  };
  return (
    <div className="flex min-w-0 items-center gap-1 text-sm">
      <p role="status" className="min-w-0 truncate text-muted">
        {sentence}
      </p>
      {sentence !== undefined && (
        <Button
          variant="quiet"
          data-undo
          onPointerEnter={enter}
          onFocus={touch}
          onClick={undo}
          className="min-h-9! px-2!"
        >
          {words.undo}
        </Button>
      )}
    </div>
  );
}
