import { useSelector } from '@xstate/react';
import { memo } from 'react';
import { useNavigate } from 'react-router-dom';
import type { SnapshotFrom } from 'xstate';
import { Button } from '../../components/Button';
import { Link } from '../../components/Link';
import { SectionMark } from '../../components/SectionMark';
import { SteadyLabel } from '../../components/SteadyLabel';
import { Truncated } from '../../components/Truncated';
import type { detectionMachine } from '../../machines/lesson/detectionMachine';
import { type Usual, usualMinutes } from '../../machines/sections/usual';
import { messages } from '../../messages';
import { sectionPath } from '../../paths';
import type { Section } from '../../services/app/types';
import { useActionVariant } from '../app/firstAction';
import { timeOfDay } from '../app/times';
import { useDetection } from '../session/useDetection';
import { AtTheDoor, RunningStatus, ToLookAt } from './SectionStatus';

const { dashboard: words, detection: detectionWords } = messages;

type Detection = SnapshotFrom<typeof detectionMachine> | undefined;
const isStopping = (detection: Detection) => detection?.matches({ change: 'stopping' }) === true;
const canStart = (detection: Detection) => detection?.can({ type: 'start.submit' }) === true;
const isPausing = (detection: Detection) => detection?.matches({ change: 'pausing' }) === true;
const isPaused = (detection: Detection) =>
  detection?.context.known?.isActive === true && Boolean(detection.context.known.paused);
const wasActive = (detection: Detection) => detection?.context.known?.isActive === true;

/** The height of a row, whether something runs or not. */
export const runningPlace = 'min-h-26 rounded-card border border-line bg-surface px-4 py-3 sm:min-h-17.5 sm:px-5';

type RunningNowProps = {
  /** The sections in which detection is active, or was a moment ago. */
  sections: readonly Section[];
  /** Whether the status of every section is known. */
  isSure: boolean;
  /** The section to start now, if nothing runs and it is known which. */
  usual: Usual | null;
};

/**
 * The sections in which detection is active, or else the one to start now. The cards below never move because one starts or
 * stops.
 */
export function RunningNow({ sections, isSure, usual }: RunningNowProps) {
  const title = sections.length === 0 && usual !== null ? words.usual : words.running;
  return (
    <section aria-label={title} className="flex flex-col gap-3">
      <h2 tabIndex={-1} className="text-lg font-semibold tracking-tight">
        {title}
      </h2>
      {sections.length > 0 ? (
        <ul className="flex flex-col gap-3">
          {sections.map((section, place) => (
            <RunningRow key={String(place)} section={section} />
          ))}
        </ul>
      ) : usual === null ? (
        <p className={`flex items-center text-muted ${runningPlace}`}>{isSure ? words.noneRuns : words.unknown}</p>
      ) : (
        <UsualRow usual={usual} />
      )}
    </section>
  );
}

const row = `relative flex items-center gap-x-4 gap-y-1 shadow-card hover:border-control has-focus-visible:border-focus has-[a:active]:bg-sunken max-sm:flex-wrap ${runningPlace}`;

/** Names a row's section. The link covers the row. */
function NameOfRow({ section: { id, name, subject }, label }: { section: Section; label?: string }) {
  return (
    <div className="flex min-w-0 flex-1 items-center gap-3 sm:basis-40">
      <SectionMark id={id} />
      {/* On a phone, two lines as high as the button beside it. */}
      <h3 className="-m-1 min-w-0 p-1 font-semibold sm:truncate max-sm:my-0 max-sm:line-clamp-2 max-sm:py-0 max-sm:leading-5">
        <Link
          to={sectionPath(id)}
          title={name}
          aria-label={label}
          className="after:absolute after:inset-0 after:rounded-card"
        >
          {name}
        </Link>
      </h3>
      <span className="flex min-w-0 shrink-4 text-sm text-muted max-lg:hidden">
        <Truncated>{subject}</Truncated>
      </span>
    </div>
  );
}

function UsualRow({ usual: { section, startsAt } }: { usual: Usual }) {
  const { id } = section;
  return (
    <div className={row}>
      <NameOfRow section={section} />
      <p className="text-sm whitespace-nowrap text-muted max-sm:order-last max-sm:basis-full">
        {words.usualAt(timeOfDay.format(startsAt))}
      </p>
      {/* Another one for another section: it ignores the press that was meant for the one before. */}
      <StartButton key={id} section={section} />
    </div>
  );
}

/** Starts detection and leads to the section, where students see how to join. */
function StartButton({ section }: { section: Section }) {
  const { id, name } = section;
  const detection = useDetection(id);
  const navigate = useNavigate();
  const startable = useSelector(detection, canStart);
  const variant = useActionVariant('start', true);
  const start = () => {
    detection?.send({ type: 'start.submit', minutes: usualMinutes(section) });
    void navigate(sectionPath(id));
  };
  return (
    <Button
      variant={variant}
      // Above the link of the row.
      className="press-delay max-sm:not-aria-busy:px-3"
      aria-disabled={!startable}
      aria-label={words.ofSection(detectionWords.start, name)}
      onClick={start}
    >
      {words.start}
    </Button>
  );
}

const RunningRow = memo(function RunningRow({ section }: { section: Section }) {
  const { id, name, students } = section;
  return (
    <li className={row}>
      <NameOfRow section={section} label={words.runningName(name)} />
      <div className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-2 text-sm text-muted max-sm:order-last max-sm:basis-full">
        <RunningStatus sectionId={id} />
        <AtTheDoor sectionId={id} />
        <ToLookAt sectionId={id} />
        <span className="whitespace-nowrap max-lg:hidden">{words.students(students.length)}</span>
        <ResumeButton section={section} />
      </div>
      {/* Another one where another section comes to this place: it ignores the press that was meant for the one before. */}
      <StopButton key={id} section={section} />
    </li>
  );
});

/** Ends the pause of the class. */
function ResumeButton({ section: { id, name } }: { section: Section }) {
  const detection = useDetection(id);
  const paused = useSelector(detection, isPaused);
  const resuming = useSelector(detection, isPausing);
  const variant = useActionVariant('resume', paused);
  if (!paused) return null;
  return (
    <Button
      variant={variant}
      // Above the link of the row.
      className="press-delay ml-auto"
      busy={resuming}
      aria-label={words.ofSection(detectionWords.resume, name)}
      onClick={() => detection?.send({ type: 'resume.submit' })}
    >
      {resuming ? detectionWords.resuming : detectionWords.resume}
    </Button>
  );
}

/** Stops detection. Once it has, it says so until the row goes. */
function StopButton({ section: { id, name } }: { section: Section }) {
  const detection = useDetection(id);
  const stopping = useSelector(detection, isStopping);
  const active = useSelector(detection, wasActive);
  const word = stopping ? detectionWords.stopping : active ? detectionWords.stop : detectionWords.stopped;
  return (
    <Button
      variant="secondary"
      // Above the link of the row.
      className="press-delay max-sm:not-aria-busy:px-3"
      busy={stopping}
      aria-disabled={!active}
      aria-label={words.ofSection(word, name)}
      onClick={() => detection?.send({ type: 'stop.submit' })}
    >
      <SteadyLabel words={[detectionWords.stop, detectionWords.stopped]}>{word}</SteadyLabel>
    </Button>
  );
}
