import type { Face, Scene } from './look';

/** What ought to be reported of a student. */
export type Truth = 'nothing' | 'no_face' | 'multiple_faces';

/** Something that happens before a camera. */
export interface Situation {
  name: string;
  truth: Truth;
  /** Whose faces it is tried with. */
  people: readonly number[];
  /**
   * Paints one of the postures in which the student, or whoever is there, is seen.
   *
   * @param moment 0 and 1 alternate each second: others are never quite still
   */
  sceneOf(face: number, posture: Posture, moment: number): Scene;
}

interface Posture {
  x: number;
  y: number;
  size: number;
  roll: number;
}

/** Every fourth face of the sheet's lower four rows; the upper two show one man nearly throughout. */
const faces = Array.from({ length: 18 }, (_, index) => 36 + index * 4);

/** A student moves between these. */
export const postures: readonly [Posture, Posture] = [
  { x: 0.54, y: 0.52, size: 0.42, roll: -8 },
  { x: 0.78, y: 0.42, size: 0.58, roll: 10 },
];

/** In metres: what a face with its surroundings on the sheet measures, and the height of what a camera sees 1 m away (45°). */
const [FACE_HEIGHT, VIEW_HEIGHT] = [0.26, 2 * Math.tan(Math.PI / 8)];
const CENTRE = 2 / 3;

const sizeAt = (distance: number) => FACE_HEIGHT / (VIEW_HEIGHT * distance);
const distanceOf = ({ size }: Posture) => FACE_HEIGHT / (VIEW_HEIGHT * size);

/** Where somebody is seen who is so many metres to the right of the student, and behind. */
function placeOf(student: Posture, aside: number, behind: number): Pick<Face, 'x' | 'y' | 'size'> {
  const [near, far] = [distanceOf(student), distanceOf(student) + behind];
  return {
    x: CENTRE + ((student.x - CENTRE) * near) / far + aside / (VIEW_HEIGHT * far),
    y: 0.5 + ((student.y - 0.5) * near) / far,
    size: sizeAt(far),
  };
}

/** A twentieth of a face's width: real people in films move as much in 5 s (median). */
const stirring = (size: number, moment: number) => moment * size * 0.03;

const another = (face: number, by = 7) => faces[(faces.indexOf(face) + by) % faces.length] ?? face;

const empty = (face: number): Scene => ({
  room: Math.max(0, faces.indexOf(face)),
  light: 1,
  faces: [],
  posters: [],
  hands: [],
});
/** The student alone, with something about the face. */
const alone = (name: string, about: (posture: Posture) => Partial<Face>, light = 1): Situation => ({
  name,
  truth: 'nothing',
  people: faces,
  sceneOf: (face, posture) => ({ ...empty(face), light, faces: [{ face, ...posture, ...about(posture) }] }),
});

/** The student alone, with something else in the picture. */
const beside = (name: string, what: (face: number, posture: Posture) => Partial<Scene>): Situation => ({
  name,
  truth: 'nothing',
  people: faces,
  sceneOf: (face, posture) => ({ ...empty(face), faces: [{ face, ...posture }], ...what(face, posture) }),
});

/** The student has left. */
const gone = (name: string, what: (face: number, posture: Posture) => Partial<Scene>): Situation => ({
  name,
  truth: 'no_face',
  people: faces,
  sceneOf: (face, posture) => ({ ...empty(face), ...what(face, posture) }),
});

/** Somebody else is with the student, who makes room for them. */
const company = (name: string, second: (posture: Posture) => Partial<Face>, light = 1): Situation => ({
  name,
  truth: 'multiple_faces',
  people: faces,
  sceneOf: (face, posture, moment) => {
    const other = { face: another(face), x: 1.08, y: 0.4, size: posture.size * 0.9, roll: 0, ...second(posture) };
    return {
      ...empty(face),
      light,
      faces: [
        { ...other, x: other.x + stirring(other.size, moment) },
        { face, ...posture, x: posture.x - 0.3 },
      ],
    };
  },
});

/** Others are there, to the right of the student and behind, in metres. */
const others = (
  name: string,
  truth: Truth,
  of: (posture: Posture) => { student?: Partial<Posture>; seats: readonly [aside: number, behind: number][] },
): Situation => ({
  name,
  truth,
  people: faces,
  sceneOf: (face, posture, moment) => {
    const { student, seats } = of(posture);
    const own = { ...posture, ...student };
    const seated = seats.map(([aside, behind], index) => {
      const place = placeOf(own, aside, behind);
      return { ...place, face: another(face, 7 + index * 3), x: place.x + stirring(place.size, moment), roll: 0 };
    });
    return { ...empty(face), faces: [...seated, { face, ...own }] };
  },
});

/** The student has left, the others are there. */
const emptySeat = (name: string, seats: readonly [aside: number, behind: number][]): Situation => {
  const { sceneOf, ...rest } = others(name, 'no_face', () => ({ seats }));
  return {
    ...rest,
    sceneOf: (...film) => {
      const scene = sceneOf(...film);
      return { ...scene, faces: scene.faces.slice(0, -1) };
    },
  };
};

/** Seats in a row that is this far behind, half a metre apart. One is hidden by the student. */
const seatsBehind = (count: number, behind: number) =>
  [0.5, -0.5, 1, -1].slice(0, count).map((aside) => [aside, behind] as [number, number]);

const classmates = (behind: number): Situation[] =>
  ['One classmate', 'Two classmates', 'Three classmates', 'Four classmates'].map((who, index) =>
    others(`${who} ${behind} m behind`, 'nothing', () => ({ seats: seatsBehind(index + 1, behind) })),
  );

/** To the side where there is more room in the picture. */
const asideOf = ({ x }: Posture, metres: number) => (x < CENTRE ? metres : -metres);

/** The sheet's eighteen darkest cheeks (at most 99 of 255) and its eighteen lightest (at least 183). */
const darkest = [10, 17, 25, 28, 29, 33, 34, 55, 59, 68, 79, 93, 95, 99, 100, 105, 106, 107];
const lightest = [3, 4, 5, 7, 8, 9, 19, 36, 37, 39, 56, 65, 71, 76, 78, 81, 92, 94];

/** Beside a window that makes the camera darken everything else. */
const backlight = { light: 0.05, window: [0.8, 1] } as const;

const againstTheLight = (name: string, people: readonly number[]): Situation => ({
  name,
  truth: 'nothing',
  people,
  sceneOf: (face, posture) => ({ ...empty(face), ...backlight, faces: [{ face, ...posture }] }),
});

const handsOf = ({ x, y, size }: Posture) => [
  { x: x - size, y: y + 0.1, size: size * 0.6 },
  { x: x + size * 0.95, y: y + 0.05, size: size * 0.6 },
];

export const situations: readonly Situation[] = [
  alone('Facing the camera', () => ({})),
  alone('In a tenth of the light', () => ({}), 0.1),
  againstTheLight('Beside a bright window, dark skin', darkest),
  againstTheLight('Beside a bright window, light skin', lightest),
  alone('Far away (face of 12 of 320 pixels)', () => ({ size: 0.08, y: 0.4 })),
  alone('Head tilted by 35°', ({ roll }) => ({ roll: roll + 35 })),
  alone('Turned aside (drawn half as wide)', () => ({ squeeze: 0.5 })),
  alone('Half out of the picture', () => ({ x: 0 })),
  alone('Cut at the nose by the lower edge', ({ size }) => ({ y: 1 - 0.05 * size })),
  alone('Cut at the nose by the upper edge', () => ({ y: 0 })),
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
  ...classmates(1),
  ...classmates(2),
  others('A neighbour at the edge', 'nothing', (posture) => ({
    student: { x: posture.x < CENTRE ? 0.42 : 0.95, size: sizeAt(0.95) },
    seats: [[asideOf(posture, 0.65), 0]],
  })),
  gone('Empty room', () => ({})),
  gone('Empty room, hands in the air', (_, posture) => ({ hands: handsOf(posture) })),
  gone('Empty room, poster of a face', (face) => ({
    posters: [{ face: another(face), x: 1.15, y: 0.25, size: 0.26 }],
  })),
  gone('Empty room beside a bright window', () => backlight),
  emptySeat('Empty seat, two classmates 2 m behind', seatsBehind(2, 2)),
  others('Somebody leaning in', 'multiple_faces', (posture) => ({ seats: [[asideOf(posture, 0.3), 0.2]] })),
  company('Two side by side', () => ({})),
  company('Second one behind, half as large', ({ size }) => ({ size: size * 0.5, y: 0.3 })),
  company('Second one half out of the picture', () => ({ x: 4 / 3 })),
  company('Two in a tenth of the light', () => ({}), 0.1),
];
