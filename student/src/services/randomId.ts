/**
 * Returns a random id of 128 bits in hexadecimal digits. Browsers offer `crypto.randomUUID` only on HTTPS, but students can
 * attend without a camera on plain HTTP.
 */
export const randomId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Returns a secret of 256 bits in base64url. */
export const newToken = (): string =>
  btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
