import { memo, type ReactNode } from 'react';
import { Truncated } from './Truncated';

export type BadgeTone = 'neutral' | 'green' | 'red' | 'yellow' | 'purple' | 'plum';

/** Each tone also has its own shape, for people who cannot tell the colours apart. */
const looks: Record<BadgeTone, { className: string; shape: ReactNode }> = {
  neutral: {
    className: 'bg-sunken text-ink',
    shape: <circle cx="5" cy="5" r="3.5" fill="none" stroke="currentColor" strokeWidth="1.75" />,
  },
  green: { className: 'bg-green-soft text-green', shape: <circle cx="5" cy="5" r="4" /> },
  red: { className: 'bg-red-soft text-red', shape: <rect x="1" y="1" width="8" height="8" rx="1.5" /> },
  yellow: { className: 'bg-yellow-soft text-yellow', shape: <path d="M5 .8 9.6 9H.4Z" /> },
  purple: { className: 'bg-purple-soft text-purple', shape: <path d="M5 .2 9.8 5 5 9.8.2 5Z" /> },
  // The colour of purple with a shape of its own.
  plum: { className: 'bg-purple-soft text-purple', shape: <path d="M.6.6h8.8L6.4 5l3 4.4H.6l3-4.4Z" /> },
};

/** Returns a tone's shape, 10 units large, for drawings in the current text colour. */
export const shapeOf = (tone: BadgeTone = 'neutral'): ReactNode => looks[tone].shape;

/** A tone's shape in the current text colour. */
export const ToneShape = ({ tone, className = 'size-2.5' }: { tone: BadgeTone; className?: string }) => (
  <svg aria-hidden="true" viewBox="0 0 10 10" fill="currentColor" className={`shrink-0 ${className}`}>
    {looks[tone].shape}
  </svg>
);

const inks: Record<BadgeTone, string> = {
  neutral: 'text-muted',
  green: 'text-green',
  red: 'text-red',
  yellow: 'text-yellow',
  purple: 'text-purple',
  plum: 'text-purple',
};

/** Returns the class of a drawing in a tone. */
export const inkOf = (tone: BadgeTone): string => inks[tone];

/** A tone's shape in its own colour, before its name. */
export const ToneMark = memo(function ToneMark({ tone = 'neutral' }: { tone?: BadgeTone | undefined }) {
  return (
    <span className={`flex shrink-0 ${inks[tone]}`}>
      <ToneShape tone={tone} />
    </span>
  );
});

/** A short status in a tinted pill: a shape and a word. */
export function Badge({ tone = 'neutral', children }: { tone?: BadgeTone | undefined; children: string }) {
  const { className } = looks[tone];
  return (
    <span
      className={`inline-flex max-w-full items-center gap-2 rounded-pill px-3 py-1 text-xs font-semibold ${className}`}
    >
      <ToneShape tone={tone} />
      <Truncated>{children}</Truncated>
    </span>
  );
}
