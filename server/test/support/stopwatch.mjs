import { parentPort, workerData } from 'node:worker_threads';

/*
 * A stranger with a stopwatch: makes calls one after the other, in a thread of its own as it must not wait for what the
 * server does after its answer. `workerData` holds the server's `url`, the `path` and the `bodies` to send there.
 * Posts `{ took, answer }` of each: milliseconds until the whole answer was there, and its status and body.
 */

const { url, path, bodies } = workerData;

async function time(body, address) {
  const headers = { 'Content-Type': 'application/json', 'X-Forwarded-For': address };
  const before = performance.now();
  const response = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  const text = await response.text();
  return { took: performance.now() - before, answer: `${response.status} ${text}` };
}

const timed = [];
for (const [index, body] of bodies.entries()) {
  timed.push(await time(body, `10.0.${index >> 8}.${index & 255}`));
  // Answered once what the call left to do in the background is done.
  await (await fetch(`${url}/dev/mail.json`)).text();
}
parentPort.postMessage(timed);
