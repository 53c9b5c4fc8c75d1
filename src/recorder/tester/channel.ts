/* The live channel of a tested page. */

/** The acts throw a sentence if they are not possible. */
export interface TestedChannel {
  isConnected(): boolean;
  connect(): void;
  disconnect(): void;
  say(message: string): void;
}

/** Returns the newest socket, if its state is among these. */
function inState<Socket extends { readyState: number }>(socket: Socket | undefined, ...states: number[]): Socket {
  if (socket === undefined || !states.includes(socket.readyState))
    throw new Error('The live channel is not in that state.');
  return socket;
}

const isOpen = ({ readyState }: { readyState: number }) => readyState === WebSocket.OPEN;
const deliver = (socket: EventTarget, data: string) => void socket.dispatchEvent(new MessageEvent('message', { data }));

/** A socket that leads nowhere, until the tester connects it. */
class StandInSocket extends EventTarget {
  readyState: number = 0;

  constructor(readonly url: string | URL) {
    super();
  }

  send() {}

  close() {
    this.readyState = 3;
  }

  open() {
    this.readyState = 1;
    this.dispatchEvent(new Event('open'));
  }

  drop() {
    this.readyState = 3;
    this.dispatchEvent(new CloseEvent('close', { code: 1006 }));
  }
}

/** Replaces the live channel by one that only the tester connects. */
export function standInForChannel(): TestedChannel {
  let newest: StandInSocket | undefined;
  const { OPEN, CONNECTING, CLOSING, CLOSED } = WebSocket;
  const Socket = class extends StandInSocket {
    constructor(url: string | URL) {
      super(url);
      newest = this;
    }
  };
  Object.assign(window, { WebSocket: Object.assign(Socket, { OPEN, CONNECTING, CLOSING, CLOSED }) });
  return {
    isConnected: () => newest !== undefined && isOpen(newest),
    connect: () => inState(newest, CONNECTING).open(),
    disconnect: () => inState(newest, CONNECTING, OPEN).drop(),
    say: (message) => deliver(inState(newest, OPEN), message),
  };
}

/** Watches the real live channel, into which the tester may speak. */
export function watchChannel(): TestedChannel {
  let newest: WebSocket | undefined;
  window.WebSocket = class extends WebSocket {
    constructor(url: string | URL, protocols?: string | string[]) {
      super(url, protocols);
      newest = this;
    }
  };
  return {
    isConnected: () => newest !== undefined && isOpen(newest),
    connect: () => {
      throw new Error('It connects by itself.');
    },
    disconnect: () => inState(newest, WebSocket.OPEN).close(),
    say: (message) => deliver(inState(newest, WebSocket.OPEN), message),
  };
}
