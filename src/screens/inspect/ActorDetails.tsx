import { Badge, type BadgeTone } from '../../components/Badge';
import { Card } from '../../components/Card';
import { eventName } from '../../recorder/names';
import { Chart } from './Chart';
import { Offers } from './Offers';
import { Time } from './Time';
import type { WatchedActor } from './watched';
import { words } from './words';

const tones: Record<WatchedActor['status'], BadgeTone> = {
  active: 'green',
  done: 'neutral',
  stopped: 'neutral',
  error: 'red',
};

const MAX_SHOWN = 4000;

/** Long lists end in an ellipsis. */
const shortened = (text: string) => (text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text);

/** One actor: its chart, context and events. */
export function ActorDetails({ actor }: { actor: WatchedActor }) {
  const { machine, session, status, value, context, events, offers } = actor;
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <Card
        title={
          <>
            <span>{machine.id}</span> <span className="font-mono text-sm font-normal text-muted">{session}</span>
          </>
        }
        actions={<Badge tone={tones[status]}>{words.status[status]}</Badge>}
      >
        <Chart machine={machine} value={value} />
      </Card>
      {offers !== undefined && <Offers machine={machine.id} offers={offers} />}
      <div className="grid gap-4 lg:grid-cols-2">
        <Card title={words.context}>
          <pre className="rounded-control bg-sunken p-3 font-mono text-xs wrap-anywhere whitespace-pre-wrap">
            {shortened(JSON.stringify(context, null, 2))}
          </pre>
        </Card>
        <Card title={words.events}>
          {events.length === 0 && <p className="text-sm text-muted">{words.noEvents}</p>}
          <ol className="flex flex-col gap-2">
            {events.map(({ number, at, event: { type, ...payload }, count, changed = {}, gone = [] }) => (
              <li key={number} className="text-sm">
                <Time at={at} /> <span className="font-mono font-semibold wrap-anywhere">{eventName(type)}</span>
                {count > 1 && <span>{` × ${count}`}</span>}
                {Object.keys(payload).length > 0 && (
                  <p className="line-clamp-3 font-mono text-xs wrap-anywhere text-muted">
                    {shortened(JSON.stringify(payload))}
                  </p>
                )}
                {[...Object.entries(changed), ...gone.map((key) => [key, undefined] as const)].map(([key, value]) => (
                  <p key={key} className="line-clamp-2 border-l-2 border-line pl-2 font-mono text-xs wrap-anywhere">
                    {`${key}: ${shortened(JSON.stringify(value) ?? words.gone)}`}
                  </p>
                ))}
              </li>
            ))}
          </ol>
        </Card>
      </div>
    </div>
  );
}
