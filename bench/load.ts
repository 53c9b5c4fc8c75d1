import autocannon, { type Request } from 'autocannon';

const usualConnections = 32;
const warmUpSeconds = 1;

/**
 * Sends requests on 32 connections, on each the next as soon as the last is answered; a second that does not count goes before.
 * @param requests each connection sends one of them again and again
 * @param status what every answer must have
 * @returns answers per second
 * @throws when an answer has another status, or a connection fails
 */
export async function measureRate(url: string, seconds: number, requests: Request[], status: number): Promise<number> {
  await fire(url, { duration: warmUpSeconds }, requests, status, usualConnections);
  return fire(url, { duration: seconds }, requests, status, usualConnections);
}

/** The same, but on a connection for each request, so many times in all, to the last answer, and nothing before. */
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
      // `setRequest` would change the first one only.
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

/** Does the work for every item, so many at a time, in order. */
export async function inParallel<T>(items: Iterable<T>, work: (item: T) => Promise<void>, atOnce = usualConnections) {
  const waiting = items[Symbol.iterator]();
  const worker = async () => {
    for (let next = waiting.next(); !next.done; next = waiting.next()) await work(next.value);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
