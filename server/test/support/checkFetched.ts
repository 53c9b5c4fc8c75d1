import { checkAnswer, operationOf } from './contract';

/** Checks `fetch` answers of running servers against the contract. */
function checked(plainFetch: typeof fetch): typeof fetch {
  return async function checkedFetch(input, init) {
    const request = new Request(input, init);
    const answer = await plainFetch(input, init);
    const { hostname, pathname } = new URL(answer.url || request.url);
    if (['localhost', '127.0.0.1'].includes(hostname) && operationOf(request.method, pathname) !== undefined) {
      checkAnswer({
        method: request.method,
        path: pathname,
        status: answer.status,
        header: (name) => answer.headers.get(name) ?? undefined,
        body: await answer.clone().text(),
      });
    }
    return answer;
  };
}

// Test files share a process, and this runs before each.
if (globalThis.fetch.name !== 'checkedFetch') globalThis.fetch = checked(globalThis.fetch);
