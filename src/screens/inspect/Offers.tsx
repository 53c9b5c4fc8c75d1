import { Card } from '../../components/Card';
import type { Offer } from '../../recorder/offers';
import { conditionsOf } from './conditions';
import { words } from './words';

/** Each event that the active states know, and why it would be refused now. */
export function Offers({ machine, offers }: { machine: string; offers: readonly Offer[] }) {
  const conditions = conditionsOf(machine);
  return (
    <Card title={words.offers}>
      <p className="mb-3 text-sm text-muted">{words.offersLead}</p>
      {offers.length === 0 && <p className="text-sm text-muted">{words.noEvents}</p>}
      <ul className="flex flex-col gap-2">
        {offers.map(({ event, isTaken, guards }) => (
          <li key={event} className="text-sm">
            <span className="font-mono font-semibold wrap-anywhere">{event}</span> {isTaken === null && words.depends}
            {isTaken === true && words.taken}
            {isTaken === false && guards.length === 0 && words.inert}
            {isTaken === false && guards.length > 0 && (
              <>
                {words.refusedBy}
                {guards.map((guard) => {
                  const condition = conditions[guard];
                  return (
                    <span key={guard} className="block pl-4">
                      <span className="font-mono">{guard}</span>
                      {condition !== undefined && words.unless(condition)}
                    </span>
                  );
                })}
              </>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
