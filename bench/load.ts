import autocannon, { type Request } from 'autocannon';

const usualConnections = 32;
const warmUpSeconds = 1;

/**
 * Sends requests on 32 connections, each after the previous answer, following one second of warm-up.
 * @param requests one per connection, repeated
 * @param status the status expected of every answer
 * @returns answers per second
 * @throws on another status or a failed connection
 */
export async function measureRate(url: string, seconds: number, requests: Request[], status: number): Promise<number> {
  await fire(url, { duration: warmUpSeconds }, requests, status, usualConnections);
  return fire(url, { duration: seconds }, requests, status, usualConnections);
}

/** Like `measure`, but with a new connection per request, a fixed number in all, without warm-up. */
export const measureAll = (url: string, times: number, requests: Request[], status: number): Promise<number> =>
  fire(url, { amount: times * requests.length }, requests, status, requests.length);

async function fire(
  url: string,
  howMuch: { duration: number } | { amount: number },
  requests: Request[],
  status: number,
  connections: number,
): Promise<number> {
  let opened = 0;
  const result = await autocannon({
    url,
    connections,
    timeout: 60,
    ...howMuch,
    setupClient(client) {
      const request = requests[opened++ % requests.length];
      // `setRequest` changes only the first.
      if (request) client.setRequests([request]);
    },
  });
  const { [`${status}` as const]: right, ...others } = result.statusCodeStats ?? {};
  if (Object.keys(others).length > 0 || result.errors > 0) {
    const said = Object.entries(others).map(([code, { count }]) => `${count} × ${code}`);
    throw new Error(`${url} should answer ${status}; instead: ${[...said, `${result.errors} errors`].join(', ')}.`);
  }
  return (right?.count ?? 0) / result.duration;
}

/** Processes the items in order, with limited concurrency. */
export async function inParallel<T>(items: Iterable<T>, work: (item: T) => Promise<void>, atOnce = usualConnections) {
  const waiting = items[Symbol.iterator]();
  const worker = async () => {
    for (let next = waiting.next(); !next.done; next = waiting.next()) await work(next.value);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
