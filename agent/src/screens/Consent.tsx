import { messages } from '../messages';
import { Heading } from './Message';

interface ConsentProps {
  teacher: string;
  /** See `Lesson`. */
  keptDays: number | null | undefined;
  onGive(): void;
  onDecline(): void;
}

const { consent } = messages;

/** What would be watched, before the browser asks for the camera. */
export function Consent({ teacher, keptDays, onGive, onDecline }: ConsentProps) {
  const points = [
    [consent.what, consent.whatText],
    [consent.sent, consent.sentText],
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
      <div className="buttons">
        <button type="button" onClick={onGive}>
          {consent.give}
        </button>
        <button type="button" className="quiet" onClick={onDecline}>
          {consent.decline}
        </button>
      </div>
    </section>
  );
}
