import type { ReactNode } from 'react';
import { textLinkStyle } from '../../components/TextLink';

/** A number in a sentence, with its words, and the link that it is. */
export interface LinkedNumber {
  text: string;
  link: (text: string) => ReactNode;
}

type NumbersProps = {
  children: string;
  /** In the order of the sentence. One that is not found stays text. */
  numbers: readonly LinkedNumber[];
};

/** A sentence whose numbers lead to what they count. */
export function Numbers({ children: sentence, numbers }: NumbersProps) {
  let done = 0;
  const pieces: ReactNode[] = [];
  for (const { text, link } of numbers) {
    const start = sentence.indexOf(text, done);
    if (start < 0) continue;
    pieces.push(
      <span key={text}>
        <span>{sentence.slice(done, start)}</span>
        {link(text)}
      </span>,
    );
    done = start + text.length;
  }
  return (
    <>
      {pieces}
      <span>{sentence.slice(done)}</span>
    </>
  );
}

type ToListProps = {
  /** The id of a list of the same page, which can be focused. */
  list: string;
  onGo?: () => void;
  children: string;
};

/** Leads to a list of the same page. */
export const ToList = ({ list, onGo, children }: ToListProps) => (
  <a
    href={`#${list}`}
    onClick={(event) => {
      event.preventDefault();
      onGo?.();
      document.getElementById(list)?.focus();
    }}
    className={`${textLinkStyle} print:font-normal`}
  >
    {children}
  </a>
);

/** Of a list that a number leads to: it stops below the bars that stay in view. */
export const listTarget = 'rounded-control scroll-mt-48';
