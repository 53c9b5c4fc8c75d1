import { once } from 'node:events';
import { expect } from 'vitest';
import { WebSocket } from 'ws';

/** A live connection that records what it receives. */
export class Listener {
  /** About sessions and logs. */
  readonly heard: unknown[] = [];
  /** Number of `sections_changed` messages, possibly including one for a change before the socket opened. */
  sectionsAnnounced = 0;
  heartbeats = 0;
  readonly socket: WebSocket;
  readonly closed: Promise<number>;

  constructor(port: number | string, token: string, headers: Record<string, string> = {}) {
    this.socket = new WebSocket(`ws://127.0.0.1:${port}/ws/detection/?token=${token}`, { headers });
    this.socket.on('message', (data) => {
      const message = JSON.parse(String(data));
      if (message.type === 'sections_changed') this.sectionsAnnounced += 1;
      else if (message.type === 'heartbeat') this.heartbeats += 1;
      else this.heard.push(message);
    });
    this.socket.on('error', () => {});
    this.closed = once(this.socket, 'close').then(([code]) => code);
  }

  /** Connects and waits for the status of every section, which proves that it was accepted. */
  async admitted(sections: number): Promise<this> {
    await once(this.socket, 'open');
    this.socket.send('{"type":"get_status"}');
    await expect.poll(() => this.heard.length).toBeGreaterThanOrEqual(sections);
    return this;
  }
}
