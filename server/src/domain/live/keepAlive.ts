import type { WebSocket } from '@fastify/websocket';

/** The contract promises a message at least every 25 s. */
const heartbeatMilliseconds = 20_000;

/** Reconnects are spread over this time after missed notifications. */
const reconnectSpreadMilliseconds = 5000;

/** Close codes: on the first the client needs another token, on the others it reconnects. */
export const closeCodes = { unknownToken: 4401, internalError: 1011, serviceRestart: 1012, tryAgainLater: 1013 };

/**
 * Sends heartbeats, by which the client detects a dead connection, and pings, by which we do: sockets that do not answer are terminated.
 * Each socket has its own timer, which spreads the load.
 */
export function keepAlive(socket: WebSocket): void {
  let isAlive = true;
  const beat = () => {
    if (!isAlive) return socket.terminate();
    isAlive = false;
    socket.ping();
    socket.send('{"type":"heartbeat"}');
  };
  beat();
  const beating = setInterval(beat, heartbeatMilliseconds);
  socket.on('pong', () => {
    isAlive = true;
  });
  socket.once('close', () => clearInterval(beating));
}

/** Closes sockets because events were missed, so that their clients ask again. Spread out, so that they do not overload the server. */
export function restart(sockets: readonly WebSocket[]): void {
  for (const [index, socket] of sockets.entries()) {
    const wait = (index / sockets.length) * reconnectSpreadMilliseconds;
    setTimeout(() => socket.close(closeCodes.serviceRestart), wait).unref();
  }
}
