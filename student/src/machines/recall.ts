import type { Reports } from '../services/reports';
import type { Seat } from '../services/seat';
import type { PageMemories } from '../services/tabStorage';
import type { Recalled } from '../services/types';
import { codeOf, linkIn } from './door';
import type { Presence } from './presence';

export interface RecallPorts {
  seat: Pick<Seat, 'recall' | 'takeLink'>;
  reports: Pick<Reports, 'sweep'>;
  presence: Pick<Presence, 'recall'>;
  memories: Pick<PageMemories, 'read'>;
  /** Returns the end of the address, from the # on. */
  fragment(): string;
  dropFragment(): void;
  now(): number;
}

/** Reads what the tab has stored, and the code or the secret in the address. The secret does not stay there. */
export async function recall({ seat, reports, presence, memories, fragment, dropFragment, now }: RecallPorts) {
  const stored = await seat.recall();
  void reports.sweep(stored?.id);
  const secret = linkIn(fragment());
  if (secret !== null) dropFragment();
  if (stored !== null) {
    const { id, ...kept } = stored;
    const memory = memories.read(id, now());
    presence.recall(memory);
    return { kind: 'joined', ...kept, earlier: memory?.watched ?? null } satisfies Recalled;
  }
  seat.takeLink(secret);
  if (secret !== null) return { kind: 'linked' } satisfies Recalled;
  const code = codeOf(fragment().slice(1));
  return (code === null ? { kind: 'new' } : { kind: 'invited', code }) satisfies Recalled;
}
