import { type ReactNode, useState } from 'react';
import type { ActivityType } from '../services/types';
import { Heading } from './Message';
import { useTongue } from './tongue';

interface ConsentProps {
  teacher: string;
  /** See `Lesson`. */
  deletedBy: number | null | undefined;
  asksForPictures: boolean;
  ignored: readonly ActivityType[];
  onGive(pictures: boolean): void;
  onDecline(): void;
  /** A further button. */
  children: ReactNode;
}

/** What would be watched, before the browser asks for the camera: the decision on one screen of a phone, and all of it below. */
export function Consent({ teacher, deletedBy, asksForPictures, ignored, onGive, onDecline, children }: ConsentProps) {
  const { date, list, words } = useTongue();
  const { consent, reports } = words;
  // Nothing is chosen for the student. Without a yes no picture is sent.
  const [pictures, setPictures] = useState<boolean>();
  const kinds = list(ignored.map((kind) => words.quoted({ text: reports.kind[kind] })));
  const kept = keptIn(consent, deletedBy, date);
  const points = [
    consent.looks,
    consent.sees,
    asksForPictures ? consent.fewPictures : consent.noPictures,
    kept.short,
    consent.free,
  ];
  const details = [
    [consent.what, consent.whatText, ...(ignored.length === 0 ? [] : [consent.ignored({ kinds })])],
    [consent.sent, consent.sentText],
    [consent.state, consent.stateText],
    [consent.video, asksForPictures ? consent.videoAsked({ teacher }) : consent.videoNever],
    [consent.whom, consent.whomText({ teacher })],
    [consent.kept, kept.long],
    [consent.receipt, consent.receiptText],
    [consent.leave, consent.leaveText],
  ] as const;
  return (
    <section className="consent">
      <Heading>{consent.title}</Heading>
      <ul>
        {points.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      {asksForPictures && (
        <fieldset>
          <legend>{consent.pictures}</legend>
          {([true, false] as const).map((answer) => (
            <label key={String(answer)} className="choice">
              <input type="radio" name="pictures" checked={pictures === answer} onChange={() => setPictures(answer)} />
              <span>{answer ? consent.picturesYes : consent.picturesNo}</span>
            </label>
          ))}
        </fieldset>
      )}
      {/* One is as easy as the other. */}
      <div className="buttons equal">
        <button type="button" onClick={() => onGive(asksForPictures && pictures === true)}>
          {consent.give}
        </button>
        <button type="button" onClick={onDecline}>
          {consent.decline}
        </button>
      </div>
      <details>
        <summary>{consent.more}</summary>
        <dl>
          {details.map(([term, ...texts]) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd>{texts.join(' ')}</dd>
            </div>
          ))}
        </dl>
      </details>
      {children}
    </section>
  );
}

/** Returns how long the lesson is kept, in a line and in full. */
function keptIn(
  consent: ReturnType<typeof useTongue>['words']['consent'],
  deletedBy: number | null | undefined,
  date: (at: number) => string,
) {
  if (deletedBy === undefined) return { short: consent.untilUnknown, long: consent.keptUnknown };
  if (deletedBy === null) return { short: consent.untilDeleted, long: consent.keptUntilDeleted };
  const day = { date: date(deletedBy) };
  return { short: consent.until(day), long: consent.keptText(day) };
}
