import type { Answered } from './act';
import type { WalkablePath } from './recordedPath';

interface WaitingCall {
  /** `GET /section/list/` */
  call: string;
  answer(response: Response): void;
  fail(error: unknown): void;
  /** Asks the server after all. */
  release(): void;
}

/** The calls of a tested page. */
export interface TestedNetwork {
  isHolding: boolean;
  waiting(): string[];
  /** Answers the oldest call of that name. Throws a sentence if there is none. */
  answer(call: string, answered: Answered): void;
  /** Lets the oldest call through to the server. Likewise. */
  release(): void;
}

/** Where the server's calls are; everything else that is fetched is part of the page. */
const CALLS = /^\/(account|administration|section|detection|attendance|attend)\//;

/** As a browser reports a network that is down. */
const noAnswer = () => new TypeError('Failed to fetch');

function responseOf({ status, headers, body = '' }: NonNullable<Answered>): Response {
  const isJson = /^[[{"]|^null$/.test(body);
  return new Response(body === '' ? null : body, {
    status,
    headers: { ...(isJson && { 'Content-Type': 'application/json' }), ...headers },
  });
}

/**
 * Takes over the page's calls to the server.
 *
 * @param answers what is answered at once, for a path; null: the server answers
 */
export function takeOverNetwork(answers: WalkablePath['start']['answers'] | null): TestedNetwork {
  const realFetch = window.fetch.bind(window);
  let waiting: WaitingCall[] = [];
  const left = Object.fromEntries(Object.entries(answers ?? {}).map(([call, all]) => [call, [...all]]));

  const network: TestedNetwork = {
    isHolding: answers !== null,
    waiting: () => waiting.map(({ call }) => call),
    answer(call, answered) {
      const oldest = waiting.find((one) => one.call === call);
      if (oldest === undefined) throw new Error(`No ${call} waits for an answer.`);
      if (answered === null) oldest.fail(noAnswer());
      else oldest.answer(responseOf(answered));
    },
    release() {
      if (waiting[0] === undefined) throw new Error('No call waits.');
      waiting[0].release();
    },
  };

  const hold = (call: string, request: Request) =>
    new Promise<Response>((resolve, reject) => {
      const end = (settle: () => void) => {
        waiting = waiting.filter((one) => one !== held);
        settle();
      };
      const held: WaitingCall = {
        call,
        answer: (response) => end(() => resolve(response)),
        fail: (error) => end(() => reject(error)),
        release: () => end(() => resolve(realFetch(request))),
      };
      const abort = () => held.fail(request.signal.reason);
      if (request.signal.aborted) return abort();
      waiting = [...waiting, held];
      request.signal.addEventListener('abort', abort);
    });

  window.fetch = async (asked, options) => {
    const request = new Request(asked, options);
    const { pathname } = new URL(request.url);
    if (!CALLS.test(pathname)) return realFetch(request);
    const call = `${request.method} ${pathname}`;
    const next = left[call];
    if (next !== undefined) {
      const [answered] = next.length > 1 ? next.splice(0, 1) : next;
      if (answered) return responseOf(answered);
      throw noAnswer();
    }
    return network.isHolding ? hold(call, request) : realFetch(request);
  };
  return network;
}
