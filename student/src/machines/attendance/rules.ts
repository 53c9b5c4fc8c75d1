import { Failure, type FailureKind, type Problem } from '../../failure';
import type { ActivityType, Kept, Watched } from '../../services/types';
import { kindsOf } from '../watch/rules';
import type { WatchReport } from '../watch/types';
import type { AttendanceContext } from './types';

type Started = Extract<WatchReport, { type: 'episode.started' }>;

/** Whether the camera's picture shows it. */
const isInPicture: Record<ActivityType, boolean> = { no_face: true, multiple_faces: true, left_page: false };

/** The teacher asks for pictures, and the student sends them. */
export const hasPicture = ({ pictures, lesson }: AttendanceContext, { kind }: Started): boolean =>
  pictures && lesson?.asksForPictures === true && isInPicture[kind];

/** The teacher has switched the kind off. */
export const isIgnored = ({ lesson }: AttendanceContext, { kind }: Started): boolean =>
  lesson?.ignored.includes(kind) === true;

/** Returns what the student has chosen in the lesson. */
export const keptOf = ({ choice, pictures, pause, cameraId }: Kept): Kept => ({ choice, pictures, pause, cameraId });

/** Returns the episodes that were open when an earlier page was closed. */
export const openIn = (earlier: Watched | null): ActivityType[] =>
  earlier === null ? [] : [...kindsOf(earlier.view), ...kindsOf(earlier.page)];

export const kindOf = (error: unknown): FailureKind | undefined =>
  error instanceof Failure ? error.problem.kind : undefined;

export const problemOf = (error: unknown): Problem =>
  error instanceof Failure ? error.problem : { kind: 'failed', sentence: 'failed' };
