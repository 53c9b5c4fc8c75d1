import { useSelector } from '@xstate/react';
import { type FormEvent, type ReactNode, useState } from 'react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { watchMachine } from '../machines/watchMachine';
import { messages } from '../messages';
import { Heading } from './Message';

interface WatchingProps {
  watch: ActorRefFrom<typeof watchMachine>;
  camera: ReactNode;
  onPause(reason: string): void;
  onDecline(): void;
}

const { watching } = messages;

/** Returns what the page sees, and what it makes of the student's leaving. */
function sightsOf(snapshot: SnapshotFrom<typeof watchMachine>): string[] {
  const views = [
    [{ view: { arranging: 'unseen' } }, watching.arranging],
    [{ view: { arranging: 'appearing' } }, watching.appearing],
    [{ view: { seen: 'partly' } }, watching.partly],
    [{ view: 'hidden' }, watching.hidden],
    [{ view: 'dark' }, watching.dark],
    [{ view: { seen: 'dimming' } }, watching.dimming],
    [{ view: { seen: 'vanishing' } }, watching.vanishing],
    [{ view: { seen: { absence: 'absent' } } }, watching.absent],
    [{ view: { seen: { absence: 'returning' } } }, watching.returning],
    [{ view: { seen: 'crowding' } }, watching.crowding],
    [{ view: { seen: { company: 'several' } } }, watching.several],
    [{ view: { seen: { company: 'thinning' } } }, watching.returning],
    [{ view: { seen: 'present' } }, watching.present],
    [{ page: 'leaving' }, watching.leaving],
    [{ page: 'away' }, watching.away],
  ] as const;
  return views.flatMap(([state, text]) => (snapshot.matches(state) ? [text] : []));
}

/** Returns whether the device has to be put differently. */
const needsGuide = (snapshot: SnapshotFrom<typeof watchMachine>) =>
  snapshot.matches({ view: 'arranging' }) || snapshot.matches({ view: { seen: 'partly' } });

export function Watching({ watch, camera, onPause, onDecline }: WatchingProps) {
  const sights = useSelector(watch, (snapshot) => sightsOf(snapshot).join('\n')).split('\n');
  const isGuided = useSelector(watch, needsGuide);
  const [reason, setReason] = useState('');
  const pause = (event: FormEvent) => {
    event.preventDefault();
    onPause(reason);
  };
  return (
    <section>
      <Heading pageTitle={watching.pageTitle}>{watching.title}</Heading>
      <div className={isGuided ? 'guided' : undefined}>{camera}</div>
      <h2>{watching.sees}</h2>
      <div className="sights" role="status">
        {sights.map((text) => (
          <p key={text}>{text}</p>
        ))}
      </div>
      <form onSubmit={pause}>
        <label>
          <span>{watching.pauseReason}</span>
          <input name="reason" value={reason} onChange={({ target }) => setReason(target.value)} maxLength={200} />
        </label>
        <button type="submit">{watching.pause}</button>
      </form>
      <button type="button" className="quiet" onClick={onDecline}>
        {watching.withoutCamera}
      </button>
    </section>
  );
}
