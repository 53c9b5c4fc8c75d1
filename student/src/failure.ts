/**
 * Why a call or the camera failed.
 * - `unanswered`: no answer of the server that is a verdict;
 * - `unknown`: the code or the token means nothing (any more);
 * - `refused`: the server or the student refused;
 * - `missing`: there is no camera;
 * - `unsupported`: the browser lacks something;
 * - `failed`: anything else.
 */
export type FailureKind = 'unanswered' | 'unknown' | 'refused' | 'missing' | 'unsupported' | 'failed';

export interface Problem {
  kind: FailureKind;
  /** What the student reads. */
  sentence: string;
  /** The wait that `Retry-After` asks for. */
  retryAfterMs?: number;
  /** Name of the field that it is about. */
  field?: string | undefined;
}

/** The error that services throw on purpose. */
export class Failure extends Error {
  override name = 'Failure';
  constructor(readonly problem: Problem) {
    super(problem.sentence);
  }
}

/**
 * Why no new picture is looked at.
 * - `camera`: the camera gives none;
 * - `muted`: the browser or the device holds them back;
 * - `still`: they are all the same;
 * - `watcher`: the detector does not answer.
 */
export type PictureFault = 'camera' | 'muted' | 'still' | 'watcher';
