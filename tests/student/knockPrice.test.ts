import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { solve } from '../../student/src/services/knockPrice';

test('the work that a busy door asks for is done, as the server checks it, and ends when the page goes on', async () => {
  const { signal } = new AbortController();
  for (const bits of [1, 8, 12]) {
    const answer = await solve('1.12.1800000000000.nonce.signature', bits, signal);
    const hash = createHash('sha256').update(`1.12.1800000000000.nonce.signature:${answer}`).digest('hex');
    expect(BigInt(`0x${hash}`) >> BigInt(256 - bits)).toBe(0n);
  }
  await expect(solve('never', 256, AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
});
