/*
 * What a page expects of its browser, as far as the front end below React uses it: small, fast, and settled by promises
 * alone, so that the world knows when a page has come to rest.
 */

interface Listener {
  call: (event: unknown) => void;
  once: boolean;
}

interface ListenerOptions {
  once?: boolean;
  signal?: Signal;
}

/** An EventTarget that can be counted. Events are plain objects with a `type`. */
export class Target {
  #listeners = new Map<string, Listener[]>();

  addEventListener(type: string, call: (event: unknown) => void, options: ListenerOptions | boolean = {}): void {
    const { once = false, signal } = typeof options === 'object' ? options : {};
    if (signal?.aborted) return;
    const known = this.#listeners.get(type) ?? [];
    if (known.some((listener) => listener.call === call)) return;
    this.#listeners.set(type, [...known, { call, once }]);
    signal?.addEventListener('abort', () => this.removeEventListener(type, call), { once: true });
  }

  removeEventListener(type: string, call: (event: unknown) => void): void {
    const known = this.#listeners.get(type);
    if (known)
      this.#listeners.set(
        type,
        known.filter((listener) => listener.call !== call),
      );
  }

  dispatchEvent(event: { type: string }): boolean {
    for (const listener of this.#listeners.get(event.type) ?? []) {
      if (listener.once) this.removeEventListener(event.type, listener.call);
      listener.call.call(this, event);
    }
    return true;
  }

  /** How many listen. */
  get listening(): number {
    let count = 0;
    for (const listeners of this.#listeners.values()) count += listeners.length;
    return count;
  }
}

export class Signal extends Target {
  aborted = false;
  reason: unknown;

  throwIfAborted(): void {
    if (this.aborted) throw this.reason;
  }

  end(reason: unknown): void {
    if (this.aborted) return;
    this.aborted = true;
    this.reason = reason;
    this.dispatchEvent({ type: 'abort' });
  }
}

export class Controller {
  readonly signal = new Signal();

  abort(reason: unknown = new DOMException('This operation was aborted', 'AbortError')): void {
    this.signal.end(reason);
  }
}

type HeadersGiven = SimulatedHeaders | Record<string, string> | Iterable<[string, string]> | undefined;

export class SimulatedHeaders {
  #values = new Map<string, string>();

  constructor(given?: HeadersGiven) {
    if (given === undefined) return;
    const entries = given instanceof SimulatedHeaders || Symbol.iterator in given ? given : Object.entries(given);
    for (const [name, value] of entries) this.set(name, value);
  }

  get = (name: string) => this.#values.get(name.toLowerCase()) ?? null;
  has = (name: string) => this.#values.has(name.toLowerCase());
  set = (name: string, value: string) => void this.#values.set(name.toLowerCase(), String(value));
  append = (name: string, value: string) => this.set(name, value);
  delete = (name: string) => void this.#values.delete(name.toLowerCase());
  entries = () => this.#values.entries();
  forEach = (call: (value: string, name: string) => void) => this.#values.forEach(call);
  [Symbol.iterator] = () => this.#values.entries();
}

interface RequestGiven {
  method?: string;
  headers?: HeadersGiven;
  body?: string | undefined;
  signal?: Signal | null;
  credentials?: string;
  keepalive?: boolean;
  redirect?: string;
}

export class SimulatedRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: SimulatedHeaders;
  readonly body: string | null;
  readonly signal: Signal;
  readonly credentials: string;
  readonly keepalive: boolean;

  constructor(input: string | URL | SimulatedRequest, given: RequestGiven = {}) {
    const from = input instanceof SimulatedRequest ? input : undefined;
    this.url = from?.url ?? new URL(String(input)).href;
    this.method = given.method ?? from?.method ?? 'GET';
    this.headers = new SimulatedHeaders(given.headers ?? from?.headers);
    this.body = given.body ?? from?.body ?? null;
    this.signal = given.signal ?? from?.signal ?? new Signal();
    this.credentials = given.credentials ?? from?.credentials ?? 'same-origin';
    this.keepalive = given.keepalive ?? from?.keepalive ?? false;
  }

  clone = () => new SimulatedRequest(this);
  text = () => Promise.resolve(this.body ?? '');
}

export class SimulatedResponse {
  readonly status: number;
  readonly ok: boolean;
  readonly headers: SimulatedHeaders;
  readonly #body: string;
  #isBroken = false;

  constructor(body: string | null = '', { status = 200, headers }: { status?: number; headers?: HeadersGiven } = {}) {
    this.status = status;
    this.ok = status >= 200 && status < 300;
    this.headers = new SimulatedHeaders(headers);
    this.#body = body ?? '';
  }

  /** The connection ends before the body does. */
  static broken(status: number): SimulatedResponse {
    const response = new SimulatedResponse('', { status });
    response.#isBroken = true;
    return response;
  }

  async text(): Promise<string> {
    if (this.#isBroken) throw new TypeError('network error');
    return this.#body;
  }

  async json(): Promise<unknown> {
    return JSON.parse(await this.text());
  }
}
