import type { Keys } from '../keys';
import { equalInConstantTime, keyedHash } from '../secrets';

const stepSeconds = 600;

/**
 * When addresses made now end, in seconds since 1970: ten to twenty minutes from now. It is rounded up, so that two lists in a row carry
 * the same addresses and a browser keeps its copies.
 */
export const screenshotsExpire = () => (Math.floor(Date.now() / 1000 / stepSeconds) + 2) * stepSeconds;

/** The signed address of a stored picture. */
export function screenshotAddress(keys: Keys, detectionId: number): string {
  const expires = screenshotsExpire();
  return `/detection/screenshots/${detectionId}/?expires=${expires}&signature=${sign(keys, detectionId, expires)}`;
}

/** Whether the address is one of ours and still good. */
export function isScreenshotAddress(keys: Keys, detectionId: number, expires: number, signature: string): boolean {
  return equalInConstantTime(signature, sign(keys, detectionId, expires)) && expires * 1000 > Date.now();
}

const sign = (keys: Keys, detectionId: number, expires: number) =>
  keyedHash(keys.screenshots, `${detectionId} ${expires}`);
