/** A face in a picture whose longer side is 256 units. Parts of the box may be outside. */
export interface Face {
  score: number;
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** What a picture tells. It is all that leaves the worker. */
export interface Sighting {
  /** In the unit of the faces. */
  width: number;
  height: number;
  /** Highest score first. */
  faces: Face[];
  /** Score of the best face once the picture's edges are mirrored. 0 if a face is found without that. */
  part: number;
  /** Mean and standard deviation of the brightness, 0 to 255. */
  mean: number;
  deviation: number;
  /** Brightness of the picture's parts, row by row. */
  lights: number[];
  /** Differs, if the pixels do. */
  print: number;
}

/** Messages to the worker. */
export type ToWorker =
  | { type: 'load' }
  | { type: 'start' }
  | { type: 'stop' }
  | { type: 'frame'; picture: ImageBitmap };

/** Messages from the worker. `at` is monotonic, `clock` the device's clock. */
export type FromWorker =
  | { type: 'loaded' }
  | { type: 'failed'; reason: string }
  | { type: 'ticked'; at: number; clock: number }
  | { type: 'seen'; sighting: Sighting };
