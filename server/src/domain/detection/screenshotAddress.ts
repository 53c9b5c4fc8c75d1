import type { Keys } from '../../platform/config/keys';
import { equalInConstantTime, keyedHash } from '../../platform/config/secrets';

const stepSeconds = 600;

/**
 * When addresses made now end, in seconds since 1970: ten to twenty minutes from now. It is rounded up, so that two lists in a row carry
 * the same addresses and a browser keeps its copies.
 */
export const screenshotsExpire = () => (Math.floor(Date.now() / 1000 / stepSeconds) + 2) * stepSeconds;

/** What a picture is found by: the time tells in which month. */
export interface PictureKey {
  /** The detection's. */
  id: number;
  seenAt: Date;
}

/** The signed address of a stored picture. */
export function screenshotAddress(keys: Keys, picture: PictureKey): string {
  const expires = screenshotsExpire();
  const signature = sign(keys, picture, expires);
  return `/detection/screenshots/${picture.id}/?seen_at=${picture.seenAt.getTime()}&expires=${expires}&signature=${signature}`;
}

/** Whether the address is one of ours and still good. */
export function isScreenshotAddress(keys: Keys, picture: PictureKey, expires: number, signature: string): boolean {
  return equalInConstantTime(signature, sign(keys, picture, expires)) && expires * 1000 > Date.now();
}

const sign = (keys: Keys, { id, seenAt }: PictureKey, expires: number) =>
  keyedHash(keys.screenshots, `${id} ${seenAt.getTime()} ${expires}`);
