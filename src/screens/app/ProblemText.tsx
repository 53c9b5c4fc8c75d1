import type { Problem } from '../../problem';

/** A problem's sentence, with its hint on a second line. The parent must preserve line breaks. */
export function ProblemText({ sentence, hint }: Pick<Problem, 'sentence' | 'hint'>) {
  return (
    <>
      <span>{sentence}</span>
      {hint !== undefined && <span>{`\n${hint}`}</span>}
    </>
  );
}
