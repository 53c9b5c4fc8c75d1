import {
  BACKLIT_DARK,
  BACKLIT_SHARE,
  COMPANION_REACH,
  COMPANION_SIZE,
  DARK_DEVIATION,
  DARK_MEAN,
  FACE_SCORE,
  GLARE,
  LIGHTS_SIDE,
  SECOND_FACE_SCORE,
  STILL_PICTURES,
  STILL_SHARE,
} from '../constants';
import type { Face, Sighting } from '../watcher/protocol';

/** What a frame shows. `part`: of a face, at the edge of the picture. */
export type View = 'none' | 'part' | 'one' | 'several' | 'dark';

/** Scores that a face and a second one need. */
export interface FaceScores {
  face: number;
  second: number;
}

/** What earlier pictures have shown. */
export interface Seen {
  /** The student's face, where it was last. */
  own: Face | null;
  /** Second faces of the last pictures that had any. */
  companions: readonly Face[][];
}

export const nothingSeen: Seen = { own: null, companions: [] };

/** Returns what a picture shows, and what to remember of it. */
export function viewOf(
  sighting: Sighting,
  seen: Seen,
  needed: FaceScores = { face: FACE_SCORE, second: SECOND_FACE_SCORE },
): { view: View; seen: Seen } {
  const own = ownFaceOf(sighting, needed);
  if (own === undefined) return { view: viewWithoutFace(sighting, seen, needed), seen };
  const companions = companionsOf(own, sighting.faces, needed.second);
  return {
    view: companions.some((face) => !isPicture(face, seen.companions)) ? 'several' : 'one',
    seen: {
      own,
      companions: companions.length === 0 ? seen.companions : [...seen.companions, companions].slice(-STILL_PICTURES),
    },
  };
}

const widthOf = ({ left, right }: Face) => right - left;
const distanceOf = (a: Face, b: Face) =>
  Math.hypot(a.left + a.right - b.left - b.right, a.top + a.bottom - b.top - b.bottom) / 2;

/** Returns the student's face: the largest that is certain, or else the best. */
function ownFaceOf({ faces }: Sighting, needed: FaceScores): Face | undefined {
  const [best] = faces;
  if (best === undefined || best.score < needed.face) return undefined;
  return faces.filter(({ score }) => score >= needed.second).toSorted((a, b) => widthOf(b) - widthOf(a))[0] ?? best;
}

/**
 * Returns the faces of those who are with the student: about as near to the camera, and beside them. Faces in the row behind are
 * smaller, and those in the next seat farther away.
 */
export function companionsOf(own: Face, faces: readonly Face[], score = SECOND_FACE_SCORE): Face[] {
  return faces.filter(
    (face) =>
      face !== own &&
      face.score >= score &&
      widthOf(face) >= widthOf(own) * COMPANION_SIZE &&
      distanceOf(face, own) <= widthOf(face) * COMPANION_REACH,
  );
}

/** Returns whether a face is as still as a poster. People move, however little. */
function isPicture(face: Face, earlier: readonly Face[][]): boolean {
  const distances = earlier.flat().map((other) => distanceOf(face, other) / widthOf(face));
  const places = distances.filter((distance) => distance < 1);
  return places.length > 0 && places.every((distance) => distance < STILL_SHARE);
}

function viewWithoutFace(sighting: Sighting, { own }: Seen, needed: FaceScores): View {
  if (sighting.part >= needed.face) return 'part';
  const isDark = sighting.mean < DARK_MEAN && sighting.deviation < DARK_DEVIATION;
  return isDark || isAgainstTheLight(sighting, own) ? 'dark' : 'none';
}

/** Returns whether a part of the picture glares while the student's place is black. */
function isAgainstTheLight({ lights, width, height }: Sighting, own: Face | null): boolean {
  if (own === null || lights.filter((light) => light >= GLARE).length < lights.length * BACKLIT_SHARE) return false;
  const place = lights.filter((_, part) => {
    const x = (((part % LIGHTS_SIDE) + 0.5) * width) / LIGHTS_SIDE;
    const y = ((Math.floor(part / LIGHTS_SIDE) + 0.5) * height) / LIGHTS_SIDE;
    return x >= own.left && x < own.right && y >= own.top && y < own.bottom;
  });
  return place.length > 0 && place.reduce((sum, light) => sum + light, 0) / place.length < BACKLIT_DARK;
}
