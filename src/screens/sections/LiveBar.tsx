import { useSelector } from '@xstate/react';
import { memo, useDeferredValue, useMemo, useState } from 'react';
import { useLocation, useMatch } from 'react-router-dom';
import type { SnapshotFrom } from 'xstate';
import type { Time } from '../../clock';
import { ActionMenu } from '../../components/ActionMenu';
import { ActionRow } from '../../components/ActionRow';
import { Badge } from '../../components/Badge';
import { Button } from '../../components/Button';
import { ButtonLink } from '../../components/ButtonLink';
import { buttonStyle } from '../../components/buttonStyle';
import { classes } from '../../components/classes';
import { Dialog } from '../../components/Dialog';
import { Select } from '../../components/Select';
import { SteadyLabel } from '../../components/SteadyLabel';
import { TextLink } from '../../components/TextLink';
import { Truncated } from '../../components/Truncated';
import { useRootMark } from '../../components/useRootMark';
import {
  CLOCK_OFF_MS,
  ENDS_SOON_MS,
  EXTENSION_MINUTES,
  LESSON_MINUTES,
  SPOKEN_STEP_MS,
  TAKE_BACK_MS,
} from '../../constants';
import {
  type detectionMachine,
  isActive,
  isDoubtful,
  isInactive,
  isUnknown,
  selectKnown,
  selectStartedAt,
} from '../../machines/lesson/detectionMachine';
import { type EndedLesson, type RunningSection, serverTimeOf } from '../../machines/lesson/knownStatus';
import { offerMachine, turnsOf } from '../../machines/lesson/offerMachine';
import { badgeToneOf, isUnwatched } from '../../machines/lesson/watch';
import { type Incident, isHappening } from '../../machines/records/episodes';
import type { lessonsMachine } from '../../machines/records/lessonsMachine';
import { usualMinutes } from '../../machines/sections/usual';
import { otherRunning } from '../../machines/session/running';
import { selectDetection, selectWaiting } from '../../machines/session/sessionSetup';
import { studentOf } from '../../machines/students/namesakes';
import { isFullTeacher } from '../../machines/students/sharing';
import { messages } from '../../messages';
import { addStudentsPath, lessonPath, lookNowPath, paths } from '../../paths';
import { useActionVariant } from '../app/firstAction';
import { useScreenActor, useSession } from '../app/system';
import { ageOf, lengthOf, timeOfDay } from '../app/times';
import { useTime } from '../app/useTime';
import { Attending, InviteButton } from '../attendance/Door';
import { ageOfStatus, useWatch } from '../lesson/useWatch';
import { ChannelTrouble, ReconnectButton, selectTrouble, useLiveChannel } from '../live/ChannelTrouble';
import { DesktopMenu } from '../live/DesktopMenu';
import { keepsLessons, selectLessons } from '../records/useLessons';
import type { SectionPage } from '../triage/sectionPage';
import { useLesson } from '../triage/useLesson';
import { OthersRunning } from './OthersRunning';

const { detection: words, liveChannel: channelWords, startWithoutStudents: question, stillRunning } = messages;

type Detection = SnapshotFrom<typeof detectionMachine>;
const isStarting = (detection: Detection) => detection.matches({ change: 'starting' });
const isStopping = (detection: Detection) => detection.matches({ change: 'stopping' });
const isExtending = (detection: Detection) => detection.matches({ change: 'extending' });
const isPausing = (detection: Detection) => detection.matches({ change: 'pausing' });
const selectPause = (detection: Detection) => (isActive(detection) ? detection.context.known?.paused : null) ?? null;
const selectEndsAt = (detection: Detection) => (isActive(detection) ? detection.context.known?.endsAt : null) ?? null;
const selectLastLesson = (lessons: SnapshotFrom<typeof lessonsMachine>) => selectLessons(lessons)[0];
const areFetching = (lessons: SnapshotFrom<typeof lessonsMachine>) => lessons.matches('fetching');
const hasJustEnded = (detection: Detection) => detection.matches({ watched: { open: { lessonLogs: 'last' } } });
const selectEnded = ({ context }: Detection) => context.known?.ended ?? null;
/** Returns whether Start or Stop can be pressed or is in flight. Detection that may be active cannot be started. */
const isPressable = (detection: Detection) =>
  !detection.matches({ change: 'none' }) ||
  detection.can({ type: isActive(detection) ? 'stop.submit' : 'start.submit' });

/** Returns a warning if this device's clock is wrong. */
function clockOffOf({ now, deviceNow }: Time) {
  const error = deviceNow - now;
  if (Math.abs(error) <= CLOCK_OFF_MS) return undefined;
  return words.clockOff(Math.round(Math.abs(error) / 60_000), error > 0);
}

/**
 * The status of a section's detection and its age, with the button that starts and stops it. The same on every page of the
 * section.
 */
export function LiveBar(props: SectionPage) {
  const { section, detection, door, lessons } = props;
  const { incidents, lesson } = useLesson(props);
  const simulated = useMemo(() => lesson.logs.some(({ source }) => source === 'simulated'), [lesson]);
  const trouble = useSelector(useLiveChannel(), selectTrouble);
  const waiting = useSelector(useSession(), ({ context }) => selectWaiting(context, section.id));
  const unknown = useSelector(detection, isUnknown);
  const active = useSelector(detection, isActive);
  const doubtful = useSelector(detection, isDoubtful);
  const ended = useSelector(detection, selectEnded);
  const watch = useWatch(detection);
  const pause = useSelector(detection, selectPause);
  const clockOff = useTime(clockOffOf);
  useRootMark('data-live-bar');
  const sure = watch !== 'checking' && watch !== 'unreachable';
  const hasLink = sure && active;
  const lastKnown = useSelector(detection, (state) => {
    const known = selectKnown(state);
    return known !== null && !sure && words.lastKnown(known.isActive, timeOfDay.format(serverTimeOf(known)));
  });

  const place = classes(second, hasLink && pause === null && '@max-xl/bar:ml-27');
  const message =
    trouble === 'offline' ? (
      <Truncated>{channelWords.offline}</Truncated>
    ) : isUnwatched(watch) ? (
      <Watched words={messages.watch[watch]} />
    ) : pause !== null && pause.reason !== '' ? (
      <Truncated className="font-semibold">{pause.reason}</Truncated>
    ) : doubtful ? (
      <Truncated>{words.statusFailed}</Truncated>
    ) : clockOff !== undefined ? (
      <Truncated>{clockOff}</Truncated>
    ) : trouble !== undefined ? (
      <ChannelTrouble gaveUp={channelWords.gaveUpInSection} />
    ) : watch === 'awaited' ? (
      <Truncated>{messages.watch.awaited.sentence}</Truncated>
    ) : !unknown && ended?.isElsewhere ? (
      <StoppedElsewhere ended={ended} lessons={lessons} />
    ) : null;

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
              {unknown ? (
                <Badge>{doubtful ? words.unchecked : words.checking}</Badge>
              ) : (
                <Badge tone={badgeToneOf(watch)}>
                  {watch === 'paused' ? words.paused : active ? words.active : words.inactive}
                </Badge>
              )}
            </span>
            {message !== null && (
              <span data-second className={classes(place, 'flex whitespace-nowrap')}>
                {' '}
                {message}
              </span>
            )}
            <OthersRunning sectionId={section.id} className={place} />
          </div>
          <span className="hidden h-1 basis-full @max-xl/bar:order-1 @max-xl/bar:block" />{' '}
          <span
            aria-live="off"
            className={classes(
              '-my-1.5 min-h-8 min-w-0 basis-full truncate py-1.5 text-muted tabular-nums @max-xl/bar:my-0 @max-xl/bar:py-0 @max-xl/bar:text-xs/4',
              // In a narrow bar beside the badge during a lesson, where two short lines have room, else in the second line.
              active
                ? '@max-xl/bar:line-clamp-2 @max-xl/bar:flex-1 @max-xl/bar:basis-0 @max-xl/bar:whitespace-normal'
                : '@max-xl/bar:order-3 @max-xl/bar:group-has-[[data-second]]/said:hidden',
              // Beside the button that moves the end.
              pause !== null && '@max-xl/bar:pr-14',
            )}
          >
            {hasLink && (
              // In a narrow bar, at the beginning of the second line, which a pause needs for its reason.
              <span
                className={pause === null ? '@max-xl/bar:absolute @max-xl/bar:top-7 @max-xl/bar:left-4' : undefined}
              >
                <ToLookAt sectionId={section.id} count={incidents.length} isTall={pause === null} />
                <span className={pause === null ? '@max-xl/bar:hidden' : undefined}> · </span>
              </span>
            )}
            {sure ? (
              <>
                {active && pause === null && <Attending door={door} count={section.students.length} />}
                <LiveFacts detection={detection} />
                {active && simulated && <span>{` · ${words.simulated}`}</span>}
              </>
            ) : (
              <span>{joined([trouble === 'offline' && waiting > 0 && words.waiting(waiting), lastKnown])}</span>
            )}
          </span>
        </div>
        {hasLink && <Spoken incidents={incidents} isLive={pause === null} />}
        <Actions {...{ section, detection, door, lessons }} />
      </div>
    </section>
  );
}

/** What is said now: in the bar's first line, or the second of a narrow one, after the link there. */
const second = 'min-w-0 @max-xl/bar:order-2';

/** Why nothing is being detected, in short where there is little room. */
const Watched = ({ words: { sentence, short } }: { words: { sentence: string; short: string } }) => (
  <>
    <Truncated className="font-semibold @max-7xl/bar:hidden">{sentence}</Truncated>
    <span className="truncate font-semibold first-letter:uppercase @7xl/bar:hidden" title={sentence}>
      {short}
    </span>
  </>
);

type ActionsProps = Pick<SectionPage, 'section' | 'detection' | 'door' | 'lessons'>;

/** On its own, since a press in the lesson changes nothing here. */
const Actions = memo(function Actions({ section, detection, door, lessons }: ActionsProps) {
  const { key } = useLocation();
  const resting = useSelector(
    useScreenActor(() => offerMachine({ watchTurns: turnsOf(detection) })),
    isResting,
  );
  const [chosen, setChosen] = useState<number | null>();
  // Undefined where lessons cannot end themselves.
  const usual = usualMinutes(section);
  const minutes = usual === undefined || chosen === undefined ? usual : chosen;
  // Aligned right, so that a link's reserved place is not seen before the button. Both fit on a phone, where a busy button
  // keeps its padding for the spinner.
  return (
    <div className="ml-auto flex justify-end gap-1 @4xl/bar:gap-2 @7xl/bar:gap-3 *:whitespace-nowrap @max-4xl/bar:*:not-aria-busy:px-3 @max-xl/bar:*:not-aria-busy:px-1.5">
      <ReconnectButton />
      <div className="@max-4xl/bar:hidden">
        <DesktopMenu />
      </div>
      <InviteButton door={door} section={section} />
      <ReportLink section={section} detection={detection} lessons={lessons} />
      {minutes !== undefined && <EndChoice detection={detection} minutes={minutes} onChoose={setChosen} />}
      <ExtendButton detection={detection} />
      <PauseMenu detection={detection} />
      {/* A question goes with the page that it was asked on. */}
      <ResumeButton key={`resume ${key}`} section={section} detection={detection} />
      <DetectionButton key={key} section={section} detection={detection} resting={resting} minutes={minutes} />
    </div>
  );
});

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

/** Joins the known facts into one line. */
const joined = (facts: readonly (string | false | undefined)[]) =>
  facts.filter((fact) => fact !== false && fact !== undefined).join(' · ');

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
  const since = useTime(({ now }) =>
    !active || pausedAt !== null
      ? undefined
      : startedAt === null
        ? words.sinceOpened
        : words.since(timeOfDay.format(startedAt), lengthOf(now - startedAt)),
  );
  const resumable = useIsResumable(detection) && !active;
  const facts = useTime((time) =>
    joined([
      pausedAt !== null && words.sinceTime(timeOfDay.format(pausedAt)),
      endsAt !== null && endOf(endsAt, time.now),
      !active && ended !== null && !ended.isElsewhere && stopOf(ended),
      resumable &&
        typeof ended?.endsAt === 'number' &&
        time.now < ended.endsAt &&
        words.resumesUntil(timeOfDay.format(ended.endsAt)),
      words.checked(ageOf(ageOfStatus(detection, time) ?? 0)),
    ]),
  );
  return (
    <span>
      {/* A phone has room for the end or the beginning. */}
      {since !== undefined && (
        <span className={classes(endsAt !== null && '@max-7xl/bar:hidden')}>{`${since} · `}</span>
      )}
      <span>{facts}</span>
    </span>
  );
}

const endOf = (endsAt: number, now: number) =>
  now < endsAt && endsAt - now <= ENDS_SOON_MS ? words.endsSoon : words.ends(timeOfDay.format(endsAt));

const stopOf = ({ startedAt, endedAt, isPlanned }: EndedLesson) =>
  isPlanned
    ? words.endedAt(timeOfDay.format(endedAt))
    : startedAt === null
      ? words.stoppedAt(timeOfDay.format(endedAt))
      : words.stoppedAfter(timeOfDay.format(endedAt), lengthOf(endedAt - startedAt));

type StoppedElsewhereProps = Pick<SectionPage, 'lessons'> & { ended: EndedLesson };

/** Says who stopped a lesson and when, once the list of lessons has it. */
function StoppedElsewhere({ ended: { startedAt }, lessons }: StoppedElsewhereProps) {
  const last = useSelector(lessons, selectLastLesson);
  if (last === undefined || last.endedAt === null || last.startedAt !== startedAt)
    return <Truncated>{words.stoppedElsewhere}</Truncated>;
  const time = timeOfDay.format(last.endedAt);
  return (
    <Truncated>
      {last.stoppedBy === undefined ? words.stoppedInOwnWindow(time) : words.stoppedBy(last.stoppedBy, time)}
    </Truncated>
  );
}

/** Beside Resume, a narrow bar has room for two short lines. */
const besideResume = '@max-4xl/bar:w-15 @max-4xl/bar:p-0! @max-4xl/bar:text-xs @max-4xl/bar:whitespace-normal!';

/** Links to the report of the last lesson, except during a lesson. */
function ReportLink({ section, detection, lessons }: Pick<SectionPage, 'section' | 'detection' | 'lessons'>) {
  const lastLesson = useSelector(lessons, selectLastLesson);
  const mayHaveReport = useSelector(lessons, keepsLessons);
  const fetching = useSelector(lessons, areFetching);
  const unknown = useSelector(detection, isUnknown);
  const active = useSelector(detection, isActive);
  const justEnded = useSelector(detection, hasJustEnded);
  const { pathname } = useLocation();
  const resumable = useIsResumable(detection);
  if (active) return null;
  // Until the lessons are fetched, the last known lesson may be the one before.
  const report = !unknown && !(justEnded && fetching) && lastLesson && lessonPath(section.id, lastLesson.id);
  // The narrowest phones have no room for it; the newest lessons link to it, too.
  if (report && report !== pathname) {
    return (
      <ButtonLink to={report} className={classes('max-[22rem]:hidden', resumable && besideResume)}>
        {messages.lessons.report}
      </ButtonLink>
    );
  }
  // Reserves its place, so that the bar does not wrap when it appears.
  return (
    mayHaveReport && (
      <span
        aria-hidden="true"
        className={buttonStyle(
          'secondary',
          classes('invisible max-[22rem]:hidden', resumable ? besideResume : '@xl/bar:@max-4xl/bar:hidden'),
        )}
      >
        {messages.lessons.report}
      </span>
    )
  );
}

interface EndChoiceProps extends Pick<SectionPage, 'detection'> {
  minutes: number | null;
  onChoose: (minutes: number | null) => void;
}

/** When the next lesson will end itself. The backend remembers what the last one was started with. */
function EndChoice({ detection, minutes, onChoose }: EndChoiceProps) {
  const inactive = useSelector(detection, isInactive);
  const options = useMemo(() => {
    const lengths = new Set([...LESSON_MINUTES, ...(minutes === null ? [] : [minutes])]);
    const lessons = [...lengths].sort((one, other) => one - other);
    return [
      { value: '', label: words.noEnd },
      ...lessons.map((length) => ({ value: String(length), label: words.endsAfter(length) })),
    ];
  }, [minutes]);
  if (!inactive) return null;
  return (
    // On a phone, at the end of the bar's first line, if it has room.
    <div className="@max-xl/bar:absolute @max-xl/bar:top-0 @max-xl/bar:right-1 @max-xl/bar:w-30 max-[22rem]:hidden">
      <Select
        label={words.end}
        isLabelHidden
        name="minutes"
        options={options}
        value={minutes ?? ''}
        onChange={({ target: { value } }) => onChoose(value === '' ? null : Number(value))}
        className="@max-xl/bar:border-transparent @max-xl/bar:bg-transparent @max-xl/bar:pr-8 @max-xl/bar:pl-2"
      />
    </div>
  );
}

/** Returns whether the lesson ends itself within a minute. */
function useIsLastMinute(detection: SectionPage['detection']): boolean {
  const endsAt = useSelector(detection, selectEndsAt);
  return useTime(({ now }) => endsAt !== null && endsAt - now <= ENDS_SOON_MS);
}

/** Moves the end of a lesson that will end itself. */
function ExtendButton({ detection }: Pick<SectionPage, 'detection'>) {
  const endsAt = useSelector(detection, selectEndsAt);
  const paused = useSelector(detection, (state) => selectPause(state) !== null);
  const isLast = useIsLastMinute(detection);
  const extending = useSelector(detection, isExtending);
  const pressable = useSelector(detection, (state) => extending || state.can({ type: 'extend.submit' }));
  const variant = useActionVariant('extend', endsAt !== null && isLast);
  if (endsAt === null) return null;
  return (
    <Button
      variant={variant}
      busy={extending}
      aria-disabled={!pressable}
      aria-label={words.extendLong(EXTENSION_MINUTES)}
      onClick={() => detection.send({ type: 'extend.submit' })}
      // A phone has room for it or for the pause; in a pause, at the end of the bar's first line.
      className={classes(
        '@max-xl/bar:min-w-11 max-[22rem]:hidden',
        paused ? '@max-xl/bar:absolute @max-xl/bar:top-1 @max-xl/bar:right-4' : !isLast && '@max-xl/bar:hidden',
      )}
    >
      <span className="@7xl/bar:hidden">{words.extendShort(EXTENSION_MINUTES)}</span>
      <span className="@max-7xl/bar:hidden">{words.extend(EXTENSION_MINUTES)}</span>
    </Button>
  );
}

/** Pauses the class, with a reason that the students read. */
function PauseMenu({ detection }: Pick<SectionPage, 'detection'>) {
  const pausing = useSelector(detection, isPausing);
  const paused = useSelector(detection, (state) => selectPause(state) !== null);
  const possible = useSelector(detection, (state) => state.can({ type: 'pause.submit', reason: '' }));
  const isLast = useIsLastMinute(detection);
  if (paused || !(possible || pausing)) return null;
  const pause = (reason: string) => () => detection.send({ type: 'pause.submit', reason });
  return (
    <ActionMenu
      label={words.pause}
      name={words.pauseLong}
      busy={pausing}
      icon="pause"
      className={classes('@max-xl/bar:min-w-11', isLast && '@max-xl/bar:hidden')}
      items={[
        ...words.pauseReasons.map((reason) => ({ label: reason, onSelect: pause(reason) })),
        { label: words.pauseWithoutReason, onSelect: pause('') },
      ]}
    />
  );
}

/** Until when the lesson can be resumed: the end of a pause is always open. */
function selectResumableUntil(detection: Detection): number | null {
  if (selectPause(detection) !== null) return Number.POSITIVE_INFINITY;
  return detection.can({ type: 'resume.submit' }) ? (detection.context.known?.resumableUntil ?? null) : null;
}

/** Returns whether the lesson can be resumed now. */
function useIsResumable(detection: SectionPage['detection']): boolean {
  const until = useSelector(detection, selectResumableUntil);
  return useTime(({ now }) => until !== null && now < until);
}

/** Returns whether the first thing to do is to resume: after a pause, or a stop a moment ago, which may be a mistake. */
function useResumesFirst(detection: SectionPage['detection']): boolean {
  const isOffered = useIsResumable(detection);
  const paused = useSelector(detection, (state) => selectPause(state) !== null);
  const ended = useSelector(detection, selectEnded);
  const isJustEnded = useTime(({ now }) => ended !== null && now - ended.endedAt < TAKE_BACK_MS);
  return isOffered && (paused || isJustEnded);
}

/**
 * Asks before a second lesson runs whether to stop the one that does.
 *
 * @param stopWord names stopping it and going on
 */
function useOtherRunning(sectionId: string, stopWord: string, onGo: () => void) {
  const session = useSession();
  // As of the press: what starts elsewhere renders nothing here.
  const [other, setOther] = useState<RunningSection | null>(null);
  const [isAsking, setAsking] = useState(false);
  const close = () => setAsking(false);
  const keepBoth = () => {
    close();
    onGo();
  };
  const stopOther = () => {
    if (other !== null) selectDetection(session.getSnapshot(), other.id)?.send({ type: 'stop.submit' });
    keepBoth();
  };
  return {
    go() {
      const running = otherRunning(session, sectionId);
      setOther(running);
      if (running === null) onGo();
      else setAsking(true);
    },
    question: (
      <Dialog open={isAsking} title={stillRunning.title(other?.name ?? '')} onClose={close}>
        <p className="mb-5 text-muted">{stillRunning.lead}</p>
        <ActionRow>
          <Button variant="secondary" onClick={close}>
            {stillRunning.cancel}
          </Button>
          <Button variant="secondary" onClick={keepBoth}>
            {stillRunning.keep}
          </Button>
          <Button variant="primary" data-autofocus onClick={stopOther}>
            {stopWord}
          </Button>
        </ActionRow>
      </Dialog>
    ),
  };
}

/** Ends the pause of the class, or takes back the end of the last lesson while that can be. */
function ResumeButton({ section, detection }: Pick<SectionPage, 'section' | 'detection'>) {
  const isOffered = useIsResumable(detection);
  const resuming = useSelector(detection, isPausing);
  const variant = useActionVariant('resume', useResumesFirst(detection));
  const paused = useSelector(detection, (state) => selectPause(state) !== null);
  const resume = () => detection.send({ type: 'resume.submit' });
  const others = useOtherRunning(section.id, stillRunning.stopAndResume, resume);
  if (!isOffered) return null;
  return (
    <>
      <Button variant={variant} busy={resuming} aria-label={words.resumeLong} onClick={paused ? resume : others.go}>
        {resuming ? words.resuming : words.resume}
      </Button>
      {others.question}
    </>
  );
}

const isResting = (offer: SnapshotFrom<typeof offerMachine>) => offer.matches('resting');

/** One button for Start, Stop and both in flight, so that it keeps the focus. */
function DetectionButton({
  section,
  detection,
  resting,
  minutes,
}: Pick<SectionPage, 'section' | 'detection'> & { resting: boolean; minutes: number | null | undefined }) {
  const unknown = useSelector(detection, isUnknown);
  const active = useSelector(detection, isActive);
  const starting = useSelector(detection, isStarting);
  const stopping = useSelector(detection, isStopping);
  const pressable = useSelector(detection, isPressable);
  const startable = useSelector(detection, isInactive);
  const [isAsking, setAsking] = useState(false);
  // The section's other pages have a primary action of their own.
  const isOverview = useMatch(paths.section) !== null;
  const hasStudents = section.students.length > 0;
  const variant = useActionVariant('start', isOverview && startable && hasStudents);
  const turnedWord = resting && (active ? words.started : !unknown && words.stopped);
  const idleWord = turnedWord || (active ? words.stop : words.start);
  const close = () => setAsking(false);
  const others = useOtherRunning(section.id, stillRunning.stop, () =>
    detection.send({ type: 'start.submit', minutes }),
  );
  const startAnyway = () => {
    close();
    others.go();
  };
  const press = () => {
    if (active) detection.send({ type: 'stop.submit' });
    else if (!hasStudents) setAsking(true);
    else others.go();
  };
  return (
    <>
      <Button
        variant={variant}
        busy={starting || stopping}
        aria-disabled={resting || !pressable}
        onClick={press}
        // Holding a key down must not press the button again.
        onKeyDown={(event) => event.repeat && event.preventDefault()}
      >
        <SteadyLabel words={[words.start, words.stop]}>
          {starting ? words.starting : stopping ? words.stopping : idleWord}
        </SteadyLabel>
      </Button>
      {others.question}
      <Dialog open={isAsking} title={question.title} onClose={close}>
        <p className="mb-5 text-muted">{question.lead}</p>
        <ActionRow>
          <Button variant="secondary" onClick={close}>
            {question.cancel}
          </Button>
          <Button variant="secondary" onClick={startAnyway}>
            {question.confirm}
          </Button>
          {isFullTeacher(section) && (
            <ButtonLink variant="primary" data-autofocus to={addStudentsPath(section.id)} onClick={close}>
              {question.addStudents}
            </ButtonLink>
          )}
        </ActionRow>
      </Dialog>
    </>
  );
}
