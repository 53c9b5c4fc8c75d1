export const words = {
  /** Tells namesakes apart. */
  apart: (by: string) => `(${by})`,
} as const;
