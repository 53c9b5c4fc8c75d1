import { type ReactNode, useState } from 'react';
import { messages } from '../messages';
import type { ActivityType } from '../services/types';
import { Heading } from './Message';

interface ConsentProps {
  teacher: string;
  /** See `Lesson`. */
  keptDays: number | null | undefined;
  asksForPictures: boolean;
  ignored: readonly ActivityType[];
  onGive(pictures: boolean): void;
  onDecline(): void;
  /** A further button. */
  children: ReactNode;
}

const { consent } = messages;

/** What would be watched, before the browser asks for the camera. */
export function Consent({ teacher, keptDays, asksForPictures, ignored, onGive, onDecline, children }: ConsentProps) {
  // Nothing is chosen for the student. Without a yes no picture is sent.
  const [pictures, setPictures] = useState<boolean>();
  const notAsked = consent.ignored(ignored.map((kind) => `“${messages.reports.kind[kind]}”`));
  const points = [
    [consent.what, ignored.length === 0 ? consent.whatText : `${consent.whatText} ${notAsked}`],
    [consent.sent, consent.sentText(asksForPictures)],
    [consent.whom, consent.whomText(teacher)],
    [consent.kept, consent.keptText(keptDays)],
    [consent.leave, consent.leaveText],
  ] as const;
  return (
    <section>
      <Heading>{consent.title}</Heading>
      <dl>
        {points.map(([term, text]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      {asksForPictures && (
        <fieldset>
          <legend>{consent.pictures}</legend>
          <p>{consent.picturesText(teacher)}</p>
          {([true, false] as const).map((answer) => (
            <label key={String(answer)} className="choice">
              <input type="radio" name="pictures" checked={pictures === answer} onChange={() => setPictures(answer)} />
              <span>{answer ? consent.picturesYes : consent.picturesNo}</span>
            </label>
          ))}
        </fieldset>
      )}
      <div className="buttons">
        <button type="button" onClick={() => onGive(asksForPictures && pictures === true)}>
          {consent.give}
        </button>
        <button type="button" className="quiet" onClick={onDecline}>
          {consent.decline}
        </button>
        {children}
      </div>
    </section>
  );
}
