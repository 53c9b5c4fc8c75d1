import { once } from 'node:events';
import { expect } from 'vitest';
import { WebSocket } from 'ws';

/** A live connection that notes what it hears. */
export class Listener {
  readonly heard: unknown[] = [];
  readonly socket: WebSocket;
  readonly closed: Promise<number>;

  constructor(port: number | string, token: string, headers: Record<string, string> = {}) {
    this.socket = new WebSocket(`ws://127.0.0.1:${port}/ws/detection/?token=${token}`, { headers });
    this.socket.on('message', (data) => this.heard.push(JSON.parse(String(data))));
    this.socket.on('error', () => {});
    this.closed = once(this.socket, 'close').then(([code]) => code);
  }

  /** Connected, and known to be let in: it has been told of every section. */
  async admitted(sections: number): Promise<this> {
    await once(this.socket, 'open');
    this.socket.send('{"type":"get_status"}');
    await expect.poll(() => this.heard.length).toBeGreaterThanOrEqual(sections);
    return this;
  }
}
