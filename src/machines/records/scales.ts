const scales = [0.25, 0.5, 0.75, 1, 1.5, 2, 3, 4, 6];

/** Returns the next scale, from one that may lie between two of them; undefined at the end. */
export const nextScale = (scale: number, way: 'in' | 'out'): number | undefined =>
  way === 'in' ? scales.find((one) => one > scale * 1.01) : scales.findLast((one) => one < scale / 1.01);
