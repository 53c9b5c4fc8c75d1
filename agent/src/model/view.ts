import { DARK_DEVIATION, DARK_MEAN, FACE_SCORE, SECOND_FACE_SCORE } from '../constants';
import type { View } from '../machines/watchMachine';
import type { Sighting } from '../watcher/protocol';

/** Returns what a picture shows. Without a picture nothing can be told, as in the dark. */
export function viewOf(sighting: Sighting | null): View {
  if (sighting === null) return 'dark';
  const [first = 0, second = 0] = sighting.scores;
  if (second >= SECOND_FACE_SCORE) return 'several';
  if (first >= FACE_SCORE) return 'one';
  return sighting.mean < DARK_MEAN && sighting.deviation < DARK_DEVIATION ? 'dark' : 'none';
}
