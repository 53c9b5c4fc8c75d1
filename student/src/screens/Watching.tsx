import { useSelector } from '@xstate/react';
import type { FormEvent, ReactNode } from 'react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { watchMachine } from '../machines/watchMachine';
import type { StudentWords } from '../services/language';
import type { ActivityType } from '../services/types';
import { Heading } from './Message';
import { useWords } from './tongue';

interface WatchingProps {
  watch: ActorRefFrom<typeof watchMachine>;
  camera: ReactNode;
  cameraChoice: ReactNode;
  ignored: readonly ActivityType[];
  /** The reason for a pause, before it is sent. */
  reason: string;
  onReason(reason: string): void;
  onPause(): void;
  onDecline(): void;
}

/** Returns what the page sees, and what it makes of the student's leaving. */
function sightsOf(
  snapshot: SnapshotFrom<typeof watchMachine>,
  ignored: readonly ActivityType[],
  { watching, problem }: StudentWords,
): string[] {
  const told = (kind: ActivityType, text: string) => (ignored.includes(kind) ? watching.ignored[kind] : text);
  const views = [
    [{ view: { arranging: 'unseen' } }, watching.arranging],
    [{ view: { arranging: 'appearing' } }, watching.appearing],
    [{ view: { seen: 'partly' } }, watching.partly],
    [{ view: 'awaited' }, watching.awaited],
    [{ view: 'resumed' }, watching.awaited],
    [{ view: 'hidden' }, watching.hidden],
    [{ view: 'dark' }, watching.dark],
    [{ view: { seen: 'dimming' } }, watching.dimming],
    [{ view: { seen: 'vanishing' } }, told('no_face', watching.vanishing)],
    [{ view: { seen: { absence: 'absent' } } }, told('no_face', watching.absent)],
    [{ view: { seen: { absence: 'returning' } } }, watching.returning],
    [{ view: { seen: 'crowding' } }, told('multiple_faces', watching.crowding)],
    [{ view: { seen: { company: 'several' } } }, told('multiple_faces', watching.several)],
    [{ view: { seen: { company: 'thinning' } } }, watching.returning],
    [{ view: { seen: 'present' } }, watching.present],
    [{ page: 'leaving' }, told('left_page', watching.leaving)],
    [{ page: 'away' }, told('left_page', watching.away)],
  ] as const;
  const texts = views.flatMap(([state, text]) => (snapshot.matches(state) ? [text] : []));
  return snapshot.matches({ view: 'blind' }) ? [problem[snapshot.context.fault], watching.blindLead, ...texts] : texts;
}

/** Returns whether the device has to be put differently. */
const needsGuide = (snapshot: SnapshotFrom<typeof watchMachine>) =>
  snapshot.matches({ view: 'arranging' }) || snapshot.matches({ view: { seen: 'partly' } });

export function Watching({
  watch,
  camera,
  cameraChoice,
  ignored,
  reason,
  onReason,
  onPause,
  onDecline,
}: WatchingProps) {
  const words = useWords();
  const { watching } = words;
  const sights = useSelector(watch, (snapshot) => sightsOf(snapshot, ignored, words).join('\n')).split('\n');
  const isGuided = useSelector(watch, needsGuide);
  const pause = (event: FormEvent) => {
    event.preventDefault();
    onPause();
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
      {cameraChoice}
      <form onSubmit={pause}>
        <label>
          <span>{watching.pauseReason}</span>
          <input
            name="reason"
            dir="auto"
            value={reason}
            onChange={({ target }) => onReason(target.value)}
            maxLength={200}
          />
        </label>
        <button type="submit">{watching.pause}</button>
      </form>
      <button type="button" className="quiet" onClick={onDecline}>
        {watching.withoutCamera}
      </button>
    </section>
  );
}
