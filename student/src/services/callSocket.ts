import * as v from 'valibot';

export interface CallListeners {
  /** The teacher has decided something: the next heartbeat tells what. */
  onCalled(): void;
  /** Anything was heard, at least every 25 s. */
  onHeard(): void;
  /** Called once when the connection ends, but not after it was stopped. */
  onClosed(): void;
}

const messageShape = v.pipe(v.string(), v.parseJson(), v.object({ type: v.string() }));

/** Opens the socket on which the server calls a device. Call the result to close it. */
export function openCallSocket(token: string, { onCalled, onHeard, onClosed }: CallListeners): () => void {
  const url = new URL('/ws/attend/', location.href);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  url.searchParams.set('token', token);
  const silence = new AbortController();
  const { signal } = silence;
  const socket = new WebSocket(url);
  socket.addEventListener('close', onClosed, { signal });
  socket.addEventListener(
    'message',
    ({ data }) => {
      const message = v.safeParse(messageShape, data);
      if (!message.success) return;
      onHeard();
      if (message.output.type === 'called') onCalled();
    },
    { signal },
  );
  return () => {
    silence.abort();
    socket.close();
  };
}
