/** What a picture tells. It is all that leaves the worker. */
export interface Sighting {
  /** Scores of the faces, highest first. */
  scores: number[];
  /** Mean and standard deviation of the brightness, 0 to 255. */
  mean: number;
  deviation: number;
}

/** Messages to the worker. A null picture could not be taken. */
export type ToWorker =
  | { type: 'load' }
  | { type: 'start' }
  | { type: 'stop' }
  | { type: 'frame'; picture: ImageBitmap | null };

/** Messages from the worker. `at` is monotonic, `clock` the device's clock. */
export type FromWorker =
  | { type: 'loaded' }
  | { type: 'failed'; reason: string }
  | { type: 'ticked'; at: number; clock: number }
  | { type: 'seen'; sighting: Sighting | null };
