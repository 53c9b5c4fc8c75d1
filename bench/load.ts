import autocannon, { type Request } from 'autocannon';

const usualConnections = 32;
const warmUpSeconds = 1;

/**
 * Sends requests on 32 connections or as many as are asked for, on each the next as soon as the last is answered; a second that does not count goes
 * before.
 * @param requests each connection sends one of them again and again
 * @param status what every answer must have
 * @returns answers per second
 * @throws when an answer has another status, or a connection fails
 */
export async function measureRate(
  url: string,
  seconds: number,
  requests: Request[],
  status: number,
  connections = usualConnections,
): Promise<number> {
  await fire(url, warmUpSeconds, requests, status, connections);
  return fire(url, seconds, requests, status, connections);
}

/** The same, but each request once, on a connection of its own, and nothing before. */
export const measureOnce = (url: string, requests: Request[], status: number): Promise<number> =>
  fire(url, undefined, requests, status, requests.length);

async function fire(
  url: string,
  duration: number | undefined,
  requests: Request[],
  status: number,
  connections: number,
): Promise<number> {
  let opened = 0;
  const result = await autocannon({
    url,
    connections,
    timeout: 60,
    ...(duration === undefined ? { amount: requests.length } : { duration }),
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
