import autocannon, { type Request } from 'autocannon';

const usualConnections = 32;

/**
 * Sends a fixed number of requests, with a new connection for each of the given ones, each after the previous answer.
 *
 * @param status the status expected of every answer
 * @returns answers per second
 * @throws on another status or a failed connection
 */
export async function measureAll(url: string, times: number, requests: Request[], status: number): Promise<number> {
  let opened = 0;
  const result = await autocannon({
    url,
    connections: requests.length,
    timeout: 60,
    amount: times * requests.length,
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
