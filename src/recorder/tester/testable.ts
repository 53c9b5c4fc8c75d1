/** The part of an address's query that opens a page for tests by hand; its value is a path's id, or empty. */
export const TESTER = 'tester';

/** Whether pages can be tested by hand: during development, and under `npm start` on this machine. */
export const isTestable = (): boolean =>
  import.meta.env.DEV || ['localhost', '127.0.0.1', '[::1]'].includes(window.location.hostname);
