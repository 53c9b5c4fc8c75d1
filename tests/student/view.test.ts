import { expect, test } from 'vitest';
import type { View } from '../../student/src/machines/view';
import { companionsOf, nothingSeen, viewOf } from '../../student/src/machines/view';
import type { Face, Sighting } from '../../student/src/watcher/protocol';

/** A face of 16 cm. Places are those of its middle, in a picture of 256 × 192. */
const faceAt = (x: number, y: number, width = 60, score = 0.9): Face => ({
  score,
  left: x - width / 2,
  right: x + width / 2,
  top: y - width / 2,
  bottom: y + width / 2,
});

const sightingOf = (faces: Face[], rest: Partial<Sighting> = {}): Sighting => ({
  ...{ width: 256, height: 192, faces, part: 0, mean: 120, deviation: 50, print: 0 },
  lights: Array.from({ length: 256 }, () => 120),
  ...rest,
});

/** Returns what the pictures show, one after the other. */
function viewsOf(...sightings: Sighting[]): View[] {
  let seen = nothingSeen;
  return sightings.map((sighting) => {
    const look = viewOf(sighting, seen);
    seen = look.seen;
    return look.view;
  });
}

test.each<[score: number, view: View]>([
  [0.5, 'one'],
  [0.49, 'none'],
])('a face with a score of %f is %s', (score, view) => {
  expect(viewsOf(sightingOf([faceAt(128, 96, 60, score)]))).toEqual([view]);
});

const student = faceAt(90, 96, 60);

test.each<[who: string, other: Face, isCompany: boolean]>([
  ['beside the student, half a metre away', faceAt(90 + 3 * 60, 96, 60), true],
  ['leaning in, a little behind', faceAt(170, 80, 42), true],
  ['with too low a score', faceAt(170, 80, 42, 0.69), false],
  ['as large as a classmate 1 m behind', faceAt(170, 80, 26), false],
  ['just large enough', faceAt(150, 96, 33), true],
  ['just too small', faceAt(150, 96, 32.9), false],
  ['in the next seat, 65 cm away', faceAt(90 + 4.1 * 60, 96, 60), false],
  ['as far away as an arm reaches', faceAt(90 + 3.75 * 60, 96, 60), true],
])('somebody %s', (_, other, isCompany) => {
  expect(companionsOf(student, [student, other])).toEqual(isCompany ? [other] : []);
});

test('somebody who stirs is company, however little they do', () => {
  const still = faceAt(170, 96, 50);
  const stirred = faceAt(170 + 50 * 0.04, 96, 50);
  expect(viewsOf(sightingOf([student, still]), sightingOf([student, stirred]), sightingOf([student, still]))).toEqual([
    'several',
    'several',
    'several',
  ]);
});

test('a poster is no company: it never moves, also when it is hidden for a while, and noise is no movement', () => {
  const poster = (shake: number) => faceAt(170 + 50 * shake, 96, 50);
  const frames = Array.from({ length: 12 }, (_, index) => sightingOf([student, poster((index % 3) * 0.01)]));
  const alone = Array.from({ length: 30 }, () => sightingOf([student]));
  const views = viewsOf(...frames, ...alone, ...frames);
  // The first picture cannot tell.
  expect(views.slice(1)).toEqual(Array.from({ length: 53 }, () => 'one'));
});

test('somebody who comes to where no poster was is company at once', () => {
  const poster = sightingOf([student, faceAt(170, 96, 50)]);
  const both = sightingOf([student, faceAt(170, 96, 50), faceAt(40, 60, 45)]);
  expect(viewsOf(poster, poster, both)[2]).toBe('several');
});

test('the larger of two is the student, also when the other one has a higher score', () => {
  const [near, far] = [faceAt(90, 96, 60, 0.8), faceAt(200, 60, 24, 0.95)];
  expect(viewsOf(sightingOf([far, near]))).toEqual(['one']);
});

test('a weak large face beside a certain one is not two people', () => {
  expect(viewsOf(sightingOf([faceAt(200, 60, 40, 0.9), faceAt(90, 96, 80, 0.6)]))).toEqual(['one']);
});

test.each<[part: number, view: View]>([
  [0.5, 'part'],
  [0.49, 'none'],
])('part of a face, with a score of %f once it is mirrored, is %s', (part, view) => {
  expect(viewsOf(sightingOf([], { part }))).toEqual([view]);
});

test.each<[what: string, mean: number, deviation: number, faces: Face[], view: View]>([
  ['a covered camera', 0, 0, [], 'dark'],
  ['a dim picture without a face', 22, 7.5, [], 'none'],
  ['an unlit face that is found', 2, 1, [student], 'one'],
])('%s', (_, mean, deviation, faces, view) => {
  expect(viewsOf(sightingOf(faces, { mean, deviation }))).toEqual([view]);
});

/** A window on the right, and everything else as bright as given. */
const lightsOf = (rest: number, window = 255) =>
  Array.from({ length: 256 }, (_, part) => (part % 16 >= 13 ? window : rest));

test.each<[what: string, lights: number[], view: View]>([
  ['the student’s place is black beside a bright window', lightsOf(8), 'dark'],
  ['the student’s place can be seen', lightsOf(20), 'none'],
  ['the window does not glare', lightsOf(8, 234), 'none'],
  ['the window is small', lightsOf(8).map((light, part) => (part < 160 ? Math.min(light, 8) : light)), 'none'],
])('a lost face where %s', (_, lights, view) => {
  expect(viewsOf(sightingOf([student]), sightingOf([], { lights }))).toEqual(['one', view]);
});

test('where the student’s place is not known, a window says nothing', () => {
  expect(viewsOf(sightingOf([], { lights: lightsOf(8) }))).toEqual(['none']);
});
