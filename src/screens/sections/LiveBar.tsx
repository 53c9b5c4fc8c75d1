import { useSelector } from '@xstate/react';
import { memo, type ReactNode, useDeferredValue, useMemo, useState } from 'react';
import type { SnapshotFrom } from 'xstate';
import type { Time } from '../../clock';
import { Badge } from '../../components/Badge';
import { classes } from '../../components/classes';
import { TextLink } from '../../components/TextLink';
import { Truncated } from '../../components/Truncated';
import { useRootMark } from '../../components/useRootMark';
import { CLOCK_OFF_MS, ENDS_SOON_MS, SPOKEN_STEP_MS } from '../../constants';
import {
  isActive,
  isDoubtful,
  isUnknown,
  selectEnded,
  selectEndsAt,
  selectKnown,
  selectPause,
  selectStartedAt,
} from '../../machines/lesson/detectionMachine';
import { type EndedLesson, serverTimeOf } from '../../machines/lesson/knownStatus';
import { badgeToneOf, isUnheard, isUnwatched, type Watch } from '../../machines/lesson/watch';
import { type Incident, isHappening } from '../../machines/records/episodes';
import { selectWaiting } from '../../machines/session/sessionSetup';
import { studentOf } from '../../machines/students/namesakes';
import { urgencyOf } from '../../machines/triage/urgency';
import { messages } from '../../messages';
import { lookNowPath } from '../../paths';
import { useIsProjecting, useSession } from '../app/system';
import { ageOf, lengthOf, timeOfDay } from '../app/times';
import { useTime } from '../app/useTime';
import { useWatched } from '../attendance/Door';
import { ageOfStatus, useWatch } from '../lesson/useWatch';
import { ChannelTrouble, selectTrouble, useIsOffline, useLiveChannel } from '../live/ChannelTrouble';
import { selectLastLesson } from '../records/useLessons';
import type { SectionPage } from '../triage/sectionPage';
import { lessonNow, useLesson } from '../triage/useLesson';
import { LiveActions } from './LiveActions';
import { OthersRunning } from './OthersRunning';
import { useIsResumable } from './useIsResumable';

const { detection: words, door: doorWords, liveChannel: channelWords } = messages;

/** Returns a warning if this device's clock is wrong. */
function clockOffOf({ now, deviceNow }: Time) {
  const error = deviceNow - now;
  if (Math.abs(error) <= CLOCK_OFF_MS) return undefined;
  return words.clockOff(Math.round(Math.abs(error) / 60_000), error > 0);
}

/** Returns since when the browser has been offline: the time of the last status is all that is known. */
function selectOfflineSince(detection: SnapshotFrom<SectionPage['detection']>) {
  const known = selectKnown(detection);
  return known === null ? channelWords.offline : channelWords.offlineSince(timeOfDay.format(serverTimeOf(known)));
}

const OfflineBadge = ({ detection }: Pick<SectionPage, 'detection'>) => (
  <Badge>{useSelector(detection, selectOfflineSince)}</Badge>
);

/**
 * The status of a section's detection and its age, with the button that starts and stops it. The same on every page of the
 * section.
 */
export function LiveBar(props: SectionPage) {
  const { section, detection, door, lessons } = props;
  const { incidents, lesson } = useLesson(props);
  const projecting = useIsProjecting();
  const unknown = useSelector(detection, isUnknown);
  const active = useSelector(detection, isActive);
  const doubtful = useSelector(detection, isDoubtful);
  const paused = useSelector(detection, selectPause) !== null;
  const watch = useWatch(detection);
  const isOffline = useIsOffline();
  useRootMark('data-live-bar');
  const sure = watch !== 'checking' && watch !== 'unreachable';
  const hasLink = sure && active;
  const attending = useWatched(door);
  const watched = hasLink && !paused ? attending : null;
  const place = classes(second, hasLink && !paused && '@max-xl/bar:ml-27');

  return (
    <section
      aria-label={words.bar}
      className="@container/bar relative z-5 rounded-card border border-line bg-surface shadow-card tall:sticky tall:top-16 print:hidden"
    >
      <div
        className={classes(
          // Of one height, whatever it says: two lines beside the buttons, or above them in a narrow one.
          'flex min-h-17.5 items-center gap-x-6 px-4 py-2',
          '@max-xl/bar:grid @max-xl/bar:items-start @max-xl/bar:grid-cols-1 @max-xl/bar:grid-rows-[3.5rem_auto] @max-xl/bar:gap-y-2',
        )}
      >
        <div
          role="status"
          className="group/said flex min-w-0 flex-1 flex-wrap content-center items-center gap-x-3 text-sm @max-xl/bar:content-start"
        >
          <div className="flex h-7 min-w-0 basis-full items-center gap-x-3 @max-xl/bar:contents">
            <span className="flex shrink-0 @max-xl/bar:min-h-8 @max-xl/bar:items-center">
              {isOffline ? (
                <OfflineBadge detection={detection} />
              ) : unknown ? (
                <Badge>{doubtful ? words.unchecked : words.checking}</Badge>
              ) : (
                <Badge tone={badgeToneOf(watch)}>
                  {watch === 'paused' ? words.paused : active ? words.active : words.inactive}
                </Badge>
              )}
            </span>
            <Now detection={detection} watch={watch} className={place} />
            {!isOffline && <OthersRunning sectionId={section.id} className={place} />}
            {watched !== null && (
              // The second line is for what has to be read, and a narrow bar has room there only.
              <span className="truncate text-muted tabular-nums @max-xl/bar:hidden">
                {doorWords.attending(watched, section.students.length)}
              </span>
            )}
          </div>
          <span className="hidden h-1 basis-full @max-xl/bar:order-1 @max-xl/bar:block" />{' '}
          {/* Facts in the order of their importance. Those without room wrap out of view, so that none is cut. */}
          <span
            aria-live="off"
            className={classes(
              '-my-1.5 h-8 min-w-0 basis-full overflow-hidden text-muted tabular-nums @max-4xl/bar:text-xs @max-xl/bar:my-0 @max-xl/bar:text-xs/4',
              // In a narrow bar beside the badge during a lesson, where two short lines have room, else in the second line.
              active && !isOffline
                ? '@max-xl/bar:flex-1 @max-xl/bar:basis-0'
                : '@max-xl/bar:order-3 @max-xl/bar:h-4 @max-xl/bar:group-has-[[data-second]]/said:hidden',
              // Beside the button that moves the end.
              paused && '@max-xl/bar:pr-14',
            )}
          >
            <span className="-ml-4 flex flex-wrap leading-8 @max-xl/bar:leading-4">
              {hasLink && (
                // In a narrow bar, at the beginning of the second line, which a pause needs for its reason.
                <Fact isFirst isApart={!paused}>
                  <ToLookAt sectionId={section.id} count={incidents.length} isTall={!paused} />
                  {!paused && <NowCount incidents={incidents} />}
                </Fact>
              )}
              {active && <Simulated lesson={lesson} />}
              {sure ? (
                <>
                  {watched !== null && (
                    <Fact className="@xl/bar:hidden">{doorWords.attending(watched, section.students.length)}</Fact>
                  )}
                  {/* Told, since it happened elsewhere. */}
                  <span aria-live="polite" className="contents">
                    <StoppedElsewhere detection={detection} lessons={lessons} />
                  </span>
                  <LiveFacts detection={detection} />
                </>
              ) : (
                <LastKnown section={section} detection={detection} isOffline={isOffline} />
              )}
            </span>
          </span>
        </div>
        {/* What was announced with names may not stay when they are hidden. */}
        {hasLink && <Spoken key={String(projecting)} incidents={incidents} isLive={!paused} />}
        <LiveActions {...{ section, detection, door, lessons }} />
      </div>
    </section>
  );
}

/** What is said now: in the bar's first line, or the second of a narrow one, after the link there. */
const second = 'min-w-0 @max-xl/bar:order-2';

interface NowProps extends Pick<SectionPage, 'detection'> {
  watch: Watch;
  className: string;
}

/** What matters most of what the badge does not say; nothing, as a rule. */
function Now({ detection, watch, className }: NowProps) {
  const trouble = useSelector(useLiveChannel(), selectTrouble);
  const doubtful = useSelector(detection, isDoubtful);
  const pause = useSelector(detection, selectPause);
  const clockOff = useTime(clockOffOf);
  const message =
    // The badge says it.
    trouble === 'offline' ? null : isUnwatched(watch) ? (
      <Watched words={messages.watch[watch]} className="font-semibold" />
    ) : pause !== null && pause.reason !== '' ? (
      <Truncated className="font-semibold">{pause.reason}</Truncated>
    ) : doubtful ? (
      <Truncated>{words.statusFailed}</Truncated>
    ) : clockOff !== undefined ? (
      <Truncated>{clockOff}</Truncated>
    ) : trouble !== undefined ? (
      <ChannelTrouble gaveUp={channelWords.gaveUpInSection} />
    ) : isUnheard(watch) ? (
      <Watched words={messages.watch[watch]} />
    ) : null;
  if (message === null) return null;
  return (
    <span
      data-second
      // A narrow bar has room for one of both, and those who wait in another section come first.
      className={classes(className, 'flex whitespace-nowrap @max-xl/bar:has-[+[data-waiting]]:hidden')}
    >
      {' '}
      {message}
    </span>
  );
}

interface WatchedProps {
  words: { sentence: string; short: string };
  className?: string;
}

/** Why nothing is being detected, in short where there is little room. */
const Watched = ({ words: { sentence, short }, className }: WatchedProps) => (
  <>
    <Truncated className={classes(className, '@max-7xl/bar:hidden')}>{sentence}</Truncated>
    <span className={classes(className, 'truncate first-letter:uppercase @7xl/bar:hidden')} title={sentence}>
      {short}
    </span>
  </>
);

interface FactProps {
  children: ReactNode;
  /** The first of the bar, with nothing to part it from. */
  isFirst?: boolean;
  /** In the second line of a narrow bar. */
  isApart?: boolean;
  /** Has a name of any length, so that it is cut where a whole line has no room for it. */
  isCut?: boolean;
  className?: string;
}

/** A fact of the second line, which is shown whole or not at all. The dot of a line's first one is out of view. */
const Fact = memo(function Fact({ children, isFirst = false, isApart = false, isCut = false, className }: FactProps) {
  return (
    <span
      className={classes(
        'flex whitespace-pre',
        isCut ? 'max-w-full' : 'shrink-0',
        isApart && '@max-xl/bar:absolute @max-xl/bar:top-7 @max-xl/bar:left-0',
        className,
      )}
    >
      <span className="w-4 shrink-0 text-center">{!isFirst && ' · '}</span>
      <span
        className={classes(isCut && 'truncate')}
        title={isCut && typeof children === 'string' ? children : undefined}
      >
        {children}
      </span>
    </span>
  );
});

/** What was known before the connection was lost, and what waits for it. */
function LastKnown({
  section,
  detection,
  isOffline,
}: Pick<SectionPage, 'section' | 'detection'> & { isOffline: boolean }) {
  const waiting = useSelector(useSession(), ({ context }) => selectWaiting(context, section.id));
  const lastKnown = useSelector(detection, (state) => {
    const known = selectKnown(state);
    if (known === null) return false;
    return isOffline
      ? words.wasKnown(known.isActive)
      : words.lastKnown(known.isActive, timeOfDay.format(serverTimeOf(known)));
  });
  return <>{factsOf(joined([lastKnown, isOffline && waiting > 0 && words.waiting(waiting)]), true)}</>;
}

function Simulated({ lesson: { logs } }: Pick<ReturnType<typeof useLesson>, 'lesson'>) {
  const isSimulated = useMemo(() => logs.some(({ source }) => source === 'simulated'), [logs]);
  return isSimulated && <Fact>{messages.logs.simulated}</Fact>;
}

/** Leads to Look now, where a press shows first. */
function ToLookAt({ sectionId, count, isTall }: { sectionId: string; count: number; isTall: boolean }) {
  const shown = useDeferredValue(count);
  return (
    <TextLink
      to={lookNowPath(sectionId)}
      className={classes(
        'tabular-nums @max-xl/bar:py-0',
        // A finger presses above the line, too.
        isTall && '@max-xl/bar:flex @max-xl/bar:h-11 @max-xl/bar:items-end @max-xl/bar:pb-2',
      )}
    >
      {messages.lookNow.toLookAt(shown)}
    </TextLink>
  );
}

/** How many of those to look at need it now: as many as there are loud seats. */
function NowCount({ incidents }: { incidents: readonly Incident[] }) {
  const count = useTime(
    (time) => incidents.filter(({ episodes }) => urgencyOf(episodes, lessonNow(time), true) === 'now').length,
  );
  return (
    // A phone shows the rows of Look now right below, and has no room here.
    count > 0 && <span className="@max-xl/bar:hidden">{messages.lookNow.ofThemNow(count)}</span>
  );
}

/** Announces to screen readers who needs a look now, and how many do, rarely enough not to disturb. */
function Spoken({ incidents, isLive }: { incidents: readonly Incident[]; isLive: boolean }) {
  // Stays silent until the first student needs a look.
  const [said] = useState({ step: Number.NaN, text: '' });
  const current = useTime(({ now }) => {
    const step = Math.floor(now / SPOKEN_STEP_MS);
    if (step !== said.step && (incidents.length > 0 || said.text !== '')) {
      const happening = incidents.filter(({ episodes: [latest] }) => isLive && isHappening(latest, now));
      const students = happening.map(({ episodes: [{ logs }] }) => studentOf(logs[0]));
      Object.assign(said, { step, text: messages.lookNow.spoken(students, incidents.length) });
    }
    return said.text;
  });
  return (
    <p aria-live="polite" className="sr-only">
      {current}
    </p>
  );
}

const separator = ' · ';

/** Joins the known facts, so that a tick that changes none renders nothing. */
const joined = (facts: readonly (string | false | undefined)[]) =>
  facts.filter((fact) => fact !== false && fact !== undefined).join(separator);

/** Returns the facts of a line: a tick renders only those that it changes. */
const factsOf = (line: string, isFirst: boolean) =>
  line.split(separator).map((fact, index) => (
    <Fact key={fact.split(' ')[0]} isFirst={isFirst && index === 0}>
      {fact}
    </Fact>
  ));

/**
 * The facts as of this second: the only part of the bar that re-renders at every tick. An answer without news waits for the
 * next tick.
 */
function LiveFacts({ detection }: Pick<SectionPage, 'detection'>) {
  const active = useSelector(detection, isActive);
  const ended = useSelector(detection, selectEnded);
  const startedAt = useSelector(detection, selectStartedAt);
  const endsAt = useSelector(detection, selectEndsAt);
  const pausedAt = useSelector(detection, (state) => selectPause(state)?.since ?? null);
  const resumable = useIsResumable(detection) && !active;
  const sinceOf = (now: number) =>
    active &&
    pausedAt === null &&
    (startedAt === null ? words.sinceOpened : words.since(timeOfDay.format(startedAt), lengthOf(now - startedAt)));
  const facts = useTime((time) =>
    joined([
      pausedAt !== null && words.sinceTime(timeOfDay.format(pausedAt)),
      endsAt !== null && endOf(endsAt, time.now),
      !active && ended !== null && !ended.isElsewhere && stopOf(ended),
      resumable &&
        typeof ended?.endsAt === 'number' &&
        time.now < ended.endsAt &&
        words.resumesUntil(timeOfDay.format(ended.endsAt)),
      endsAt === null && sinceOf(time.now),
      words.checked(ageOf(ageOfStatus(detection, time) ?? 0)),
      endsAt !== null && sinceOf(time.now),
    ]),
  );
  return <>{factsOf(facts, !active && ended?.isElsewhere !== true)}</>;
}

const endOf = (endsAt: number, now: number) =>
  now < endsAt && endsAt - now <= ENDS_SOON_MS ? words.endsSoon : words.ends(timeOfDay.format(endsAt));

const stopOf = ({ startedAt, endedAt, isPlanned }: EndedLesson) =>
  isPlanned
    ? words.endedAt(timeOfDay.format(endedAt))
    : startedAt === null
      ? words.stoppedAt(timeOfDay.format(endedAt))
      : words.stoppedAfter(timeOfDay.format(endedAt), lengthOf(endedAt - startedAt));

/** Says who stopped the lesson and when, once the list of lessons has it. */
function StoppedElsewhere({ detection, lessons }: Pick<SectionPage, 'detection' | 'lessons'>) {
  const active = useSelector(detection, isActive);
  const ended = useSelector(detection, selectEnded);
  const last = useSelector(lessons, selectLastLesson);
  if (active || ended?.isElsewhere !== true) return null;
  if (last === undefined || last.endedAt === null || last.startedAt !== ended.startedAt)
    return <Fact isFirst>{words.stoppedElsewhere}</Fact>;
  return (
    <>
      <Fact isFirst isCut>
        {last.stoppedBy === undefined ? words.stoppedInOwnWindow : words.stoppedBy(last.stoppedBy)}
      </Fact>
      <Fact>{timeOfDay.format(last.endedAt)}</Fact>
    </>
  );
}
