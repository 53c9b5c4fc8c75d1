import type { english } from '@vigil/languages/student/en';

/**
 * Why a call or the camera failed.
 * - `unanswered`: no answer of the server that is a verdict;
 * - `unknown`: the code or the token means nothing (any more);
 * - `running`: the lesson is running, perhaps again, so it has no receipt;
 * - `refused`: the server or the student refused;
 * - `missing`: there is no camera;
 * - `unsupported`: the browser lacks something;
 * - `failed`: anything else.
 */
export type FailureKind = 'unanswered' | 'unknown' | 'running' | 'refused' | 'missing' | 'unsupported' | 'failed';

/** Name of a sentence about a problem, which the page says in the student's language. */
export type Sentence = keyof typeof english.problem;

export interface Problem {
  kind: FailureKind;
  /** What the student reads. */
  sentence: Sentence;
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
 * Why no new picture is looked at. Each has a sentence.
 * - `camera`: the camera gives none;
 * - `muted`: the browser or the device holds them back;
 * - `still`: they are all the same;
 * - `watcher`: the detector does not answer.
 */
export type PictureFault = Extract<Sentence, 'camera' | 'muted' | 'still' | 'watcher'>;
