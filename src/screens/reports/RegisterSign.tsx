import type { ReactNode } from 'react';
import { messages } from '../../messages';
import type { RegisterEntry } from '../../services/app/types';

const { classRegister: words } = messages;

type State = RegisterEntry['state'];

/** Each state has a shape of its own, for people who cannot tell the colours apart, and for paper. */
const looks: Record<State, { ink: string; shape: ReactNode }> = {
  present: { ink: 'text-green', shape: <circle cx="6" cy="6" r="5" fill="currentColor" /> },
  no_camera: {
    ink: 'text-green',
    shape: <circle cx="6" cy="6" r="4" fill="none" stroke="currentColor" strokeWidth="2" />,
  },
  excused: {
    ink: 'text-muted',
    shape: <path d="M6 1.5 11 10.5H1Z" fill="none" stroke="currentColor" strokeWidth="1.75" strokeLinejoin="round" />,
  },
  absent: {
    ink: 'text-red',
    shape: <path d="M2 2 10 10M10 2 2 10" stroke="currentColor" strokeWidth="2.25" strokeLinecap="round" />,
  },
  unknown: {
    ink: 'text-muted',
    shape: <path d="M2 6H10" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />,
  },
};

type RegisterSignProps = {
  state: State;
  /** The lesson is running: who is absent may still come. */
  isRunning?: boolean;
  /** In the reader's language. */
  names?: Readonly<Record<State | 'notHere', string>>;
};

const english = { ...words.states, notHere: words.notHere };

/** What a student did in a lesson: a shape and a word. */
export const RegisterSign = ({ state, isRunning = false, names = english }: RegisterSignProps) => (
  <span className="inline-flex items-center gap-2">
    <svg aria-hidden="true" viewBox="0 0 12 12" className={`size-3 shrink-0 ${looks[state].ink}`}>
      {looks[state].shape}
    </svg>
    <span>{isRunning && state === 'absent' ? names.notHere : names[state]}</span>
  </span>
);
