import type { Face } from './protocol';

/** Side of the detector's square input, in pixels. */
export const INPUT_SIDE = 256;

const WEAKEST_SCORE = 0.3;
/** Boxes that share this much of the smaller one are one face. */
const SAME_FACE = 0.5;

/** The detector's grids: two boxes at each 16th pixel, six at each 32nd. */
const grids = [
  { stride: 16, boxes: 2 },
  { stride: 32, boxes: 6 },
];

/** Centres of the detector's boxes, in the order of its answers. */
const centres = grids.flatMap(({ stride, boxes }) => {
  const steps = INPUT_SIDE / stride;
  return Array.from({ length: steps * steps * boxes }, (_, index) => {
    const cell = Math.floor(index / boxes);
    return { x: stride * ((cell % steps) + 0.5), y: stride * (Math.floor(cell / steps) + 0.5) };
  });
});

/**
 * Returns the distinct faces, highest score first, in pixels of the input.
 *
 * @param logits one per box
 * @param boxes sixteen numbers per box: the centre's offset, width, height, and points that are not used
 */
export function facesIn(logits: ArrayLike<number>, boxes: ArrayLike<number>): Face[] {
  const candidates = centres.flatMap(({ x, y }, index): Face[] => {
    const score = 1 / (1 + Math.exp(-(logits[index] ?? Number.NEGATIVE_INFINITY)));
    if (score < WEAKEST_SCORE) return [];
    const [dx = 0, dy = 0, width = 0, height = 0] = Array.from({ length: 4 }, (_, part) => boxes[index * 16 + part]);
    const [left, top] = [x + dx - width / 2, y + dy - height / 2];
    return [{ score, left, top, right: left + width, bottom: top + height }];
  });
  const faces: Face[] = [];
  for (const candidate of candidates.toSorted((a, b) => b.score - a.score)) {
    if (faces.every((face) => overlap(face, candidate) < SAME_FACE)) faces.push(candidate);
  }
  return faces;
}

const area = ({ left, top, right, bottom }: Omit<Face, 'score'>) =>
  Math.max(0, right - left) * Math.max(0, bottom - top);

/** Returns the shared part of the smaller of two boxes. */
function overlap(a: Face, b: Face): number {
  const shared = area({
    left: Math.max(a.left, b.left),
    top: Math.max(a.top, b.top),
    right: Math.min(a.right, b.right),
    bottom: Math.min(a.bottom, b.bottom),
  });
  return shared / Math.max(1, Math.min(area(a), area(b)));
}
