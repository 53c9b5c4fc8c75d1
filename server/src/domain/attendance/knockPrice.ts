import { createHash } from 'node:crypto';
import type { components } from '@vigil/contract';
import { equalInConstantTime, keyedHash, newToken } from '../../platform/config/secrets';
import { HttpError } from '../../platform/http/httpError';
import type { Limits } from '../limits';

type Proof = components['schemas']['KnockProof'];

/** Knocks within 30 s that cost nothing: a class comes at once, and some of it twice. */
const freeKnocks = (students: number) => 20 + 2 * students;
/** 8,192 and 65,536 hashes on average. A slow phone takes less than a second for the latter. */
const [leastBits, mostBits] = [13, 16];
const validMilliseconds = 120_000;

/**
 * Charges work for knocks while a door is busy; nothing while it is not. That slows down a page or a phone that floods the door, but not
 * a program that hashes a hundred times as fast, so nothing else may rely on it.
 */
export function createKnockPrice(key: Buffer, limits: Limits) {
  const sign = (terms: string) => keyedHash(key, terms);

  function priceOf(lessonId: number, bits: number): HttpError {
    const terms = `${lessonId}.${bits}.${Date.now() + validMilliseconds}.${newToken()}`;
    const detail = 'Many devices are at the door. Please reload this page and ask again.';
    return new HttpError(428, { detail, challenge: `${terms}.${sign(terms)}`, bits });
  }

  /** Returns whether the work was done for this lesson, and not used before. */
  async function isPaid(lessonId: number, { challenge, answer }: Proof): Promise<boolean> {
    const [lesson, bits, until, id, signature = ''] = challenge.split('.');
    const isOurs = equalInConstantTime(signature, sign([lesson, bits, until, id].join('.')));
    if (!isOurs || Number(lesson) !== lessonId || Date.now() > Number(until)) return false;
    if (leadingZeros(createHash('sha256').update(`${challenge}:${answer}`).digest()) < Number(bits)) return false;
    return limits.consume('knockProofs', String(id)).then(
      () => true,
      () => false,
    );
  }

  return {
    /** Counts a knock. @throws HttpError 428 with the price, while the door is busy and it was not paid */
    async charge({ id, section }: { id: number; section: { students: unknown[] } }, proof?: Proof): Promise<void> {
      const load = (await limits.consume('knocksAtLesson', String(id))) / freeKnocks(section.students.length);
      if (load <= 1 || (proof !== undefined && (await isPaid(id, proof)))) return;
      throw priceOf(id, Math.min(mostBits, leastBits + Math.floor(Math.log2(load))));
    },
  };
}

function leadingZeros(hash: Buffer): number {
  const first = hash.findIndex((byte) => byte !== 0);
  return first < 0 ? 8 * hash.length : 8 * first + Math.clz32(hash.readUInt8(first)) - 24;
}
