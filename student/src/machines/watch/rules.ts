import { deviceKinds } from '@vigil/contract/values';
import type { ActivityType, Watched } from '../../services/types';
import type { WatchContext, WatchEvent, WatchReport } from './types';

export const started = (kind: ActivityType, at: number): WatchReport => ({ type: 'episode.started', kind, at });
export const ended = (kind: ActivityType, at: number): WatchReport => ({ type: 'episode.ended', kind, at });

/** The state in which an episode of a kind is open. */
const stateOf: Record<ActivityType, NonNullable<Watched['view' | 'page']>> = {
  no_face: 'absence',
  multiple_faces: 'company',
  left_page: 'away',
};

/** Returns of which kind an episode is open in a state: of one, or of none. */
export const kindsOf = (state: Watched['view' | 'page']): ActivityType[] =>
  deviceKinds.filter((kind) => stateOf[kind] === state);

/** Returns until when pictures prove something: the same one again, however soon it stops, proves nothing more. */
export const provenUntil = ({ changedAt }: WatchContext): number | null => changedAt;

/** Returns when a gap began, or else when the event happened. */
export const endOf = (context: WatchContext, event: WatchEvent): number => {
  if (!('at' in event)) return provenUntil(context) ?? context.since;
  return event.type === 'frames.missed' ? event.at - event.elapsed : event.at;
};

/** Returns the candidate's length after this frame. The same picture again is no more evidence, unless it is of darkness. */
export const lastedAfter = ({ lasted }: WatchContext, event: WatchEvent): number =>
  event.type === 'frame.seen' && (!event.isStill || event.view === 'dark') ? lasted + event.elapsed : lasted;

/** The first frame after leaving or entering counts in part only. */
export const pageLastedAfter = ({ pageLasted, pageSince }: WatchContext, event: WatchEvent): number =>
  event.type === 'frame.seen' || event.type === 'frame.hidden'
    ? pageLasted + Math.min(event.elapsed, Math.max(0, event.at - pageSince))
    : pageLasted;
