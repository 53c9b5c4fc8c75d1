import type { ReactNode } from 'react';
import { ActivityBadge } from '../records/ActivityBadge';

type KindMeaningsProps = { meanings: readonly { kind: string; name?: string; meaning: ReactNode }[] };

/** What was measured when something of each kind is reported. */
export const KindMeanings = ({ meanings }: KindMeaningsProps) => (
  <dl className="mt-4 flex flex-col gap-2 text-sm print:mt-1 print:block print:text-xs">
    {meanings.map(({ kind, name, meaning }) => (
      <div key={kind} className="flex flex-wrap items-baseline gap-x-3">
        <dt className="min-w-0">
          <ActivityBadge type={kind} {...(name !== undefined && { name })} />
        </dt>
        <dd className="min-w-0 flex-1 basis-64">{meaning}</dd>
      </div>
    ))}
  </dl>
);
