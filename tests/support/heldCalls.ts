import { type Answer, type Answers, lateAnswer, type Sent } from './backend';
import { settle } from './screen';

/** Lets every call of these keys (`METHOD /path/`) wait for the test's answer. Give `answers` to the backend. */
export function holdCalls<Key extends string>(...keys: Key[]) {
  const waiting = new Map<Key, { sent: Sent; give: (answer: Answer) => void }>();
  const answers: Answers = Object.fromEntries(
    keys.map((key) => [
      key,
      (sent: Sent) => {
        const { answer, give } = lateAnswer();
        waiting.set(key, { sent, give });
        return answer;
      },
    ]),
  );
  /** The call made last, while it waits and has not been given up. */
  const underWay = (key: Key) => {
    const call = waiting.get(key);
    return call === undefined || call.sent.signal.aborted ? undefined : call;
  };

  return {
    answers,
    isUnderWay: (key: Key) => underWay(key) !== undefined,
    /** Answers the call that is under way. */
    async give(key: Key, answer: Answer) {
      const call = underWay(key);
      if (call === undefined) throw new Error(`No ${key} is under way`);
      waiting.delete(key);
      call.give(answer);
      await settle();
    },
  };
}
