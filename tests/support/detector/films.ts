import type { Face, Scene } from './look';

/** What ought to be reported of a student. */
export type Truth = 'nothing' | 'no_face' | 'multiple_faces';

/** Something that happens before a camera. */
export interface Situation {
  name: string;
  truth: Truth;
  /** Paints one of the postures in which the student, or whoever is there, is seen. */
  sceneOf(face: number, posture: Posture): Scene;
}

interface Posture {
  x: number;
  y: number;
  size: number;
  roll: number;
}

/** Every fourth face of the sheet's lower four rows; the upper two show one man nearly throughout. */
export const faces = Array.from({ length: 18 }, (_, index) => 36 + index * 4);

/** A student moves between these. */
export const postures: readonly Posture[] = [
  { x: 0.54, y: 0.52, size: 0.42, roll: -8 },
  { x: 0.78, y: 0.42, size: 0.58, roll: 10 },
];

const another = (face: number) => faces[(faces.indexOf(face) + 7) % faces.length] ?? face;

const empty = (face: number): Scene => ({ room: faces.indexOf(face), light: 1, faces: [], posters: [], hands: [] });

/** The student alone, with something about the face. */
const alone = (name: string, about: (posture: Posture) => Partial<Face>, light = 1): Situation => ({
  name,
  truth: 'nothing',
  sceneOf: (face, posture) => ({ ...empty(face), light, faces: [{ face, ...posture, ...about(posture) }] }),
});

/** The student alone, with something else in the picture. */
const beside = (name: string, what: (face: number, posture: Posture) => Partial<Scene>): Situation => ({
  name,
  truth: 'nothing',
  sceneOf: (face, posture) => ({ ...empty(face), faces: [{ face, ...posture }], ...what(face, posture) }),
});

/** The student has left. */
const gone = (name: string, what: (face: number, posture: Posture) => Partial<Scene>): Situation => ({
  name,
  truth: 'no_face',
  sceneOf: (face, posture) => ({ ...empty(face), ...what(face, posture) }),
});

/** Somebody else is there, too. */
const company = (name: string, second: (posture: Posture) => Partial<Face>, light = 1): Situation => ({
  name,
  truth: 'multiple_faces',
  sceneOf: (face, posture) => ({
    ...empty(face),
    light,
    faces: [
      { face: another(face), x: 1.08, y: 0.4, size: posture.size * 0.9, roll: 0, ...second(posture) },
      { face, ...posture, x: posture.x - 0.3 },
    ],
  }),
});

const handsOf = ({ x, y, size }: Posture) => [
  { x: x - size, y: y + 0.1, size: size * 0.6 },
  { x: x + size * 0.95, y: y + 0.05, size: size * 0.6 },
];

export const situations: readonly Situation[] = [
  alone('Facing the camera', () => ({})),
  alone('In a tenth of the light', () => ({}), 0.1),
  alone('Far away (face of 12 of 320 pixels)', () => ({ size: 0.08, y: 0.4 })),
  alone('Head tilted by 35°', ({ roll }) => ({ roll: roll + 35 })),
  alone('Turned aside (drawn half as wide)', () => ({ squeeze: 0.5 })),
  alone('Half out of the picture', ({ size }) => ({ x: 0, size })),
  alone('Glasses drawn on', () => ({ before: 'glasses' })),
  alone('Sunglasses drawn on', () => ({ before: 'sunglasses' })),
  alone('Mask over mouth and nose', () => ({ before: 'mask' })),
  alone('Hand before mouth and chin', () => ({ before: 'hand' })),
  alone('Lower half behind a book', () => ({ before: 'book' })),
  beside('Hands in the air', (_, posture) => ({ hands: handsOf(posture) })),
  beside('Poster of a body on the wall', () => ({ posters: [{ face: null, x: 1.15, y: 0.25, size: 0.34 }] })),
  beside('Poster of a face on the wall', (face) => ({
    posters: [{ face: another(face), x: 1.15, y: 0.25, size: 0.26 }],
  })),
  gone('Empty room', () => ({})),
  gone('Empty room, hands in the air', (_, posture) => ({ hands: handsOf(posture) })),
  gone('Empty room, poster of a face', (face) => ({
    posters: [{ face: another(face), x: 1.15, y: 0.25, size: 0.26 }],
  })),
  company('Two side by side', () => ({})),
  company('Second one behind, half as large', ({ size }) => ({ size: size * 0.5, y: 0.3 })),
  company('Second one half out of the picture', () => ({ x: 4 / 3 })),
  company('Two in a tenth of the light', () => ({}), 0.1),
];
