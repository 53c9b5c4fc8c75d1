import { useActorRef, useSelector } from '@xstate/react';
import { useState } from 'react';
import type { SnapshotFrom } from 'xstate';
import { Button } from '../../components/Button';
import { ButtonLink } from '../../components/ButtonLink';
import { buttonStyle } from '../../components/buttonStyle';
import { classes } from '../../components/classes';
import { EmptyState } from '../../components/EmptyState';
import { Field } from '../../components/Field';
import { NoticeRegion } from '../../components/NoticeRegion';
import { PageHeading } from '../../components/PageHeading';
import { paths } from '../../paths';
import { statesInWords } from '../../recorder/names';
import { isTestable } from '../../recorder/tester/testable';
import { ReportLink } from '../app/ReportLink';
import { usePageHeading } from '../app/usePageHeading';
import { ActorDetails } from './ActorDetails';
import { inspectMachine } from './inspectMachine';
import { RecordingControls } from './RecordingControls';
import { TesterPanel } from './TesterPanel';
import { afterSteps, placed, type Watched } from './watched';
import { words } from './words';

type Inspect = SnapshotFrom<typeof inspectMachine>;
const isReading = (inspect: Inspect) => inspect.matches('reading');
const selectRecording = ({ context }: Inspect) => context.recording;
const selectStep = ({ context }: Inspect) => context.step;
const selectWatched = ({ context }: Inspect) => context.watched;
const selectMoved = ({ context }: Inspect) => context.moved;
const selectSelected = ({ context }: Inspect) => context.selected;
const selectProblem = ({ context }: Inspect) => context.problem;

/** `/inspect`: shows the machines of watched pages live, or those of a report step by step. */
export function InspectScreen() {
  // Not recorded: it only shows recordings.
  const inspect = useActorRef(inspectMachine);
  const heading = usePageHeading(words.title);
  const reading = useSelector(inspect, isReading);
  const recording = useSelector(inspect, selectRecording);
  const step = useSelector(inspect, selectStep);
  const watched = useSelector(inspect, selectWatched);
  const moved = useSelector(inspect, selectMoved);
  const selected = useSelector(inspect, selectSelected);
  const problem = useSelector(inspect, selectProblem);

  const actors: Watched = recording === null ? watched : afterSteps(recording, step);
  const moving = recording === null ? moved : recording.steps[step - 1]?.session;
  const actor = actors.get(selected ?? moving ?? '') ?? actors.values().next().value;

  return (
    <main className="mx-auto flex min-h-dvh max-w-6xl flex-col gap-6 px-4 py-6 sm:px-8 sm:py-8">
      <PageHeading
        ref={heading}
        lead={words.lead}
        actions={
          <>
            <ButtonLink to={paths.home}>{words.home}</ButtonLink>
            <label
              className={buttonStyle(
                'secondary',
                'cursor-pointer has-focus-visible:outline-2 outline-focus outline-offset-2',
              )}
            >
              <span>{reading ? words.reading : words.openFile}</span>
              <input
                type="file"
                accept="application/json"
                className="sr-only"
                onChange={({ currentTarget }) => {
                  const file = currentTarget.files?.[0];
                  if (file) inspect.send({ type: 'file.open', file });
                  // Reset, so that the same file can be opened again.
                  currentTarget.value = '';
                }}
              />
            </label>
          </>
        }
      >
        {words.title}
      </PageHeading>
      <NoticeRegion kind="error">{problem}</NoticeRegion>
      {isTestable() && <TesterPanel />}
      {recording !== null && (
        <RecordingControls
          recording={recording}
          step={step}
          onStep={(wanted) => inspect.send({ type: 'step.select', step: wanted })}
          onClose={() => inspect.send({ type: 'file.close' })}
        />
      )}
      {actor === undefined ? (
        <EmptyState
          icon="overview"
          action={
            <a
              href={`${paths.home}?inspect=local`}
              target="_blank"
              rel="noreferrer"
              className={buttonStyle('secondary')}
            >
              {words.openWatched}
            </a>
          }
        >
          {words.nothingHeard}
        </EmptyState>
      ) : (
        <div className="grid items-start gap-4 lg:grid-cols-[16rem_minmax(0,1fr)]">
          <ActorList
            actors={actors}
            shown={actor.session}
            isFollowing={selected === null}
            onFollow={() => inspect.send({ type: 'actor.follow' })}
            onSelect={(session) => inspect.send({ type: 'actor.select', session })}
          />
          <ActorDetails actor={actor} />
        </div>
      )}
      <footer className="mt-auto text-center">
        <ReportLink />
      </footer>
    </main>
  );
}

type ActorListProps = {
  actors: Watched;
  shown: string;
  /** Follows the actor that moved last. */
  isFollowing: boolean;
  onFollow: () => void;
  onSelect: (session: string) => void;
};

function ActorList({ actors, shown, isFollowing, onFollow, onSelect }: ActorListProps) {
  const [wanted, setWanted] = useState('');
  return (
    <nav aria-label={words.actors} className="flex flex-col items-start gap-3">
      <Button variant="quiet" aria-pressed={isFollowing} onClick={onFollow}>
        {words.follow}
      </Button>
      <Field
        label={words.filter}
        name="filter"
        type="search"
        value={wanted}
        onChange={({ target }) => setWanted(target.value)}
      />
      <ul className="grid w-full gap-1">
        {placed(actors, wanted).map(({ session, id, depth, machine, value, status }) => (
          <li key={session} style={{ paddingInlineStart: `${depth * 0.75}rem` }}>
            <button
              type="button"
              aria-current={session === shown || undefined}
              onClick={() => onSelect(session)}
              className={classes(
                'w-full rounded-control border px-3 py-2 text-left text-sm',
                session === shown ? 'border-primary bg-primary-soft' : 'border-transparent hover:bg-sunken',
              )}
            >
              <span className="font-semibold">{id ?? machine.id}</span>{' '}
              <span className="font-mono text-xs text-muted">{session}</span>
              <span className="block font-mono text-xs wrap-anywhere text-muted">
                {status === 'active' ? statesInWords(value) : words.status[status]}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}
