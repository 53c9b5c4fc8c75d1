import type { ReactNode } from 'react';
import { ActivityBadge } from '../records/ActivityBadge';

type KindMeaningsProps = { meanings: readonly { kind: string; name?: string; meaning: ReactNode }[] };

/** What was measured when something of each kind is reported. */
export const KindMeanings = ({ meanings }: KindMeaningsProps) => (
  <dl className="mt-4 grid gap-x-3 gap-y-2 text-sm sm:grid-cols-[fit-content(16rem)_minmax(0,1fr)] print:mt-1 print:gap-y-0 print:text-xs">
    {meanings.map(({ kind, name, meaning }) => (
      <div key={kind} className="grid grid-cols-subgrid items-baseline sm:col-span-2">
        <dt className="min-w-0">
          <ActivityBadge type={kind} {...(name !== undefined && { name })} />
        </dt>
        <dd className="min-w-0">{meaning}</dd>
      </div>
    ))}
  </dl>
);
