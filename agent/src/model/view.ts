import { DARK_DEVIATION, DARK_MEAN, FACE_SCORE, SECOND_FACE_SCORE } from '../constants';
import type { View } from '../machines/watchMachine';
import type { Sighting } from '../watcher/protocol';

/** Scores that a face and a second one need. */
export interface FaceScores {
  face: number;
  second: number;
}

/** Returns what a picture shows. Without a picture nothing can be told, as in the dark. */
export function viewOf(
  sighting: Sighting | null,
  needed: FaceScores = { face: FACE_SCORE, second: SECOND_FACE_SCORE },
): View {
  if (sighting === null) return 'dark';
  const [first = 0, second = 0] = sighting.scores;
  if (second >= needed.second) return 'several';
  if (first >= needed.face) return 'one';
  return sighting.mean < DARK_MEAN && sighting.deviation < DARK_DEVIATION ? 'dark' : 'none';
}
