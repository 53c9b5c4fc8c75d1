import { once } from 'node:events';
import { expect } from 'vitest';
import { WebSocket } from 'ws';

/** A live connection that notes what it hears. */
export class Listener {
  /** Of sessions and logs. */
  readonly heard: unknown[] = [];
  /** How often it was told that the list of sections has changed: of one from before the socket opened perhaps, too. */
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

  /** Connected, and known to be let in: it has been told of every section. */
  async admitted(sections: number): Promise<this> {
    await once(this.socket, 'open');
    this.socket.send('{"type":"get_status"}');
    await expect.poll(() => this.heard.length).toBeGreaterThanOrEqual(sections);
    return this;
  }
}
