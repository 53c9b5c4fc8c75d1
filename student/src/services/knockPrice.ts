import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';

/** The page stays responsive between rounds. */
const ROUND_MS = 16;

/**
 * Does the work that a busy door asks for: finds a number for which the hash begins with as many zero bits. Without `crypto.subtle`,
 * which pages without https lack.
 *
 * @throws the signal's reason
 */
export async function solve(challenge: string, bits: number, signal: AbortSignal): Promise<number> {
  for (let answer = 0; ; ) {
    const end = performance.now() + ROUND_MS;
    while (performance.now() < end) {
      if (leadingZeros(sha256(utf8ToBytes(`${challenge}:${answer}`))) >= bits) return answer;
      answer++;
    }
    await new Promise((go) => setTimeout(go));
    signal.throwIfAborted();
  }
}

function leadingZeros(hash: Uint8Array): number {
  const first = hash.findIndex((byte) => byte !== 0);
  return first < 0 ? 8 * hash.length : 8 * first + Math.clz32(hash[first] ?? 0) - 24;
}
