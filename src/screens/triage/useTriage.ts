import { useMemo } from 'react';
import type { Episode } from '../../machines/records/episodes';
import { reviewOf } from '../../machines/records/reviewsMachine';
import { inTheirRows, lookNowOf, newestOf } from '../../machines/triage/lookNow';
import type { ReviewState } from '../../services/app/types';
import { useHeld } from '../app/useHeld';
import { useStable } from '../app/useStable';
import { useStillRows } from '../app/useStillRows';
import { useUndo } from '../records/UndoReview';
import type { SectionPage } from './sectionPage';
import { useLesson } from './useLesson';

/**
 * What is to look at in a section: its lesson, the rows of Look now and the newest logs, which stand still together while the
 * teacher is about to press one, and what can be done about them.
 */
export function useTriage(page: SectionPage) {
  const rows = useStillRows();
  const { all, lesson, episodes, incidents } = useLesson(page);
  const heldLogs = useHeld(all, rows.areStill);
  const heldIncidents = useHeld(incidents, rows.areStill, inTheirRows);
  return {
    ...{ all, lesson, episodes, incidents },
    newest: useMemo(() => newestOf(all, heldLogs), [all, heldLogs]),
    lookNow: useMemo(() => lookNowOf(episodes, incidents, heldIncidents), [episodes, incidents, heldIncidents]),
    /** Who needs the teacher first, as in the rows. */
    ranking: heldIncidents ?? incidents,
    undo: useUndo(page),
    touchRows: rows.touch,
    showNew: rows.showNew,
    review: useReview(page),
  };
}

/** Reviews episodes that have no review yet. */
export type ReviewEpisodes = (episodes: readonly Episode[], state: ReviewState, note?: string) => void;

const useReview = ({ section, reviews }: SectionPage): ReviewEpisodes =>
  useStable((episodes, state, note) =>
    reviews.send({ type: 'episodes.review', ...reviewOf(section.id, episodes, state, note) }),
  );
