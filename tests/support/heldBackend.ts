import { type Answer, type Answers, type Sent, stubBackend } from './backend';
import { settle } from './screen';

interface HeldCall {
  key: string;
  sent: Sent;
  answer(answer: Answer): void;
}

/**
 * Stubs the backend and holds the calls in `held` until the test answers. An aborted call ends by itself, as in a
 * browser.
 *
 * @param answers immediate answers for the rest
 */
export function holdBackend(held: readonly string[], answers: Answers = {}) {
  let waiting: HeldCall[] = [];

  const hold = (key: string) => (sent: Sent) =>
    new Promise<Answer>((resolve, reject) => {
      if (sent.signal.aborted) return reject(sent.signal.reason);
      const call = { key, sent, answer: resolve };
      waiting.push(call);
      sent.signal.addEventListener('abort', () => {
        waiting = waiting.filter((other) => other !== call);
        reject(sent.signal.reason);
      });
    });

  const backend = stubBackend({ ...answers, ...Object.fromEntries(held.map((key) => [key, hold(key)])) });

  return {
    ...backend,

    /** Returns the unanswered calls of a key, oldest first. */
    waiting: (key: string): Sent[] => waiting.filter((call) => call.key === key).map(({ sent }) => sent),

    /** Answers the oldest call of a key and settles. */
    async give(key: string, answer: Answer) {
      const call = waiting.find((one) => one.key === key);
      if (call === undefined) throw new Error(`No ${key} waits for an answer`);
      waiting = waiting.filter((other) => other !== call);
      call.answer(answer);
      await settle();
    },
  };
}
