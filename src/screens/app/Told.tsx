import type { Problem } from '../../model/app/problem';

/** What is told: a sentence, and on a line of its own what says more of it. It stands where line breaks are kept. */
export function Told({ sentence, hint }: Pick<Problem, 'sentence' | 'hint'>) {
  return (
    <>
      <span>{sentence}</span>
      {hint !== undefined && <span>{`\n${hint}`}</span>}
    </>
  );
}
