import type { Problem } from '../failure';
import type { Door } from '../services/types';
import { Message } from './Message';
import { useTongue } from './tongue';

interface LinkedProps {
  /** Null until the link was looked up. */
  door: Door | null;
  name: string;
  isBadge: boolean;
  problem: Problem | null;
  isClosed: boolean;
  isUnanswered: boolean;
  /** No lesson runs yet. */
  isWaiting: boolean;
  isJoining: boolean;
  onJoin(): void;
  onRetry(): void;
  onCode(): void;
}

/** Whose mailed link or badge it is, or why it does not work. */
export function Linked({
  door,
  name,
  isBadge,
  problem,
  isClosed,
  isUnanswered,
  isWaiting,
  isJoining,
  ...on
}: LinkedProps) {
  const {
    titled,
    words: { linked: words, over, problem: sentences },
  } = useTongue();
  const sentence = problem === null ? '' : sentences[problem.sentence];
  const code = (label: string, className?: string) => (
    <button type="button" className={className} onClick={on.onCode}>
      {label}
    </button>
  );
  if (isClosed) {
    return (
      <Message title={words.closed} lead={sentence}>
        <p>{words.closedHelp}</p>
        {code(over.again)}
      </Message>
    );
  }
  if (isUnanswered) {
    return (
      <Message title={words.unanswered} lead={sentence}>
        <button type="button" onClick={on.onRetry}>
          {words.again}
        </button>
        {code(over.again, 'quiet')}
      </Message>
    );
  }
  if (door === null) {
    return (
      <Message title={words.checking} lead="">
        {code(over.again, 'quiet')}
      </Message>
    );
  }
  const lesson = titled(door.section, door.subject, door.teacher);
  if (isWaiting) {
    return (
      <Message title={words.waiting({ name })} lead={lesson}>
        <p>{words.waitingLead}</p>
        <p role="status" className="problem">
          {sentence}
        </p>
        {code(words.stranger, 'quiet')}
      </Message>
    );
  }
  return (
    <Message title={words.title({ name })} lead={lesson}>
      <p>{isBadge ? words.badgeLead : words.lead}</p>
      <p role="alert" className="problem">
        {isJoining ? '' : sentence}
      </p>
      <button type="button" aria-disabled={isJoining} onClick={on.onJoin}>
        {isJoining ? words.joining : words.join}
      </button>
      {!isJoining && code(words.stranger, 'quiet')}
    </Message>
  );
}
