/**
 * Returns a random id of 128 bits in hexadecimal digits. Not `crypto.randomUUID`, which browsers offer on HTTPS alone: a school
 * may try Vigil without it, and whoever attends without a camera needs none.
 */
export const randomId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
