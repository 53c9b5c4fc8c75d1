import * as v from 'valibot';
import { expect } from 'vitest';
import type { Product } from './product';

export const Door = v.object({ students: v.array(v.object({ id: v.number(), name: v.string() })) });
const Knocked = v.object({ attendee_id: v.number(), token: v.string() });

/** Requests to the API of a running product, as one teacher and as the students' devices. */
export class Requests {
  #authorization = '';

  constructor(readonly product: Product) {}

  /** Signs the teacher in, for the requests that follow. */
  async signIn(email: string, password: string): Promise<void> {
    const answer = await this.post('/account/login/teacher/', { email, password });
    this.#authorization = `Bearer ${v.parse(v.object({ access: v.string() }), answer).access}`;
  }

  /**
   * Sends a request that must succeed, and returns its JSON; null for an answer without a body.
   *
   * @param authorization the teacher's by default; '' sends none
   */
  async send(method: string, path: string, body?: unknown, authorization = this.#authorization): Promise<unknown> {
    const response = await fetch(this.product.url + path, {
      method,
      headers: { 'Content-Type': 'application/json', ...(authorization && { Authorization: authorization }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    expect(response.status, `${path}: ${await response.clone().text()}`).toBeLessThan(300);
    return response.status === 204 ? null : response.json();
  }

  post(path: string, body: unknown, authorization?: string): Promise<unknown> {
    return this.send('POST', path, body, authorization);
  }

  /** Admits a student on a device that reports a state. Returns the device's token. */
  async attend(section_id: number, code: string, name: string, state: string): Promise<string> {
    const { students } = v.parse(Door, await this.post('/attend/door/', { code }, ''));
    const student_id = students.find((one) => one.name === name)?.id;
    const { attendee_id, token } = v.parse(Knocked, await this.post('/attend/knock/', { code, student_id }, ''));
    await this.post('/attendance/admit/', { section_id, ids: [attendee_id] });
    await this.post('/attend/heartbeat/', { state }, `Attend ${token}`);
    return token;
  }
}
