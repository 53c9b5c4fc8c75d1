import { useSelector } from '@xstate/react';
import { memo, useMemo, useState } from 'react';
import { useLocation, useMatch } from 'react-router-dom';
import type { SnapshotFrom } from 'xstate';
import { ActionMenu } from '../../components/ActionMenu';
import { ActionRow } from '../../components/ActionRow';
import { Button } from '../../components/Button';
import { ButtonLink } from '../../components/ButtonLink';
import { buttonStyle } from '../../components/buttonStyle';
import { classes } from '../../components/classes';
import { Dialog } from '../../components/Dialog';
import { Select } from '../../components/Select';
import { SteadyLabel } from '../../components/SteadyLabel';
import { ENDS_SOON_MS, EXTENSION_MINUTES, LESSON_MINUTES, TAKE_BACK_MS } from '../../constants';
import {
  type detectionMachine,
  isActive,
  isInactive,
  isUnknown,
  selectEnded,
  selectEndsAt,
  selectPause,
} from '../../machines/lesson/detectionMachine';
import type { RunningSection } from '../../machines/lesson/knownStatus';
import { offerMachine, turnsOf } from '../../machines/lesson/offerMachine';
import type { lessonsMachine } from '../../machines/records/lessonsMachine';
import { usualMinutes } from '../../machines/sections/usual';
import { otherRunning } from '../../machines/session/running';
import { selectDetection } from '../../machines/session/sessionSetup';
import { isFullTeacher } from '../../machines/students/sharing';
import { messages } from '../../messages';
import { addStudentsPath, lessonPath, paths } from '../../paths';
import { useActionVariant } from '../app/firstAction';
import { useScreenActor, useSession } from '../app/system';
import { useTime } from '../app/useTime';
import { InviteButton } from '../attendance/Door';
import { ReconnectButton, useIsOffline } from '../live/ChannelTrouble';
import { DesktopMenu } from '../live/DesktopMenu';
import { keepsLessons, selectLastLesson } from '../records/useLessons';
import type { SectionPage } from '../triage/sectionPage';
import { useIsResumable } from './useIsResumable';

const { detection: words, startWithoutStudents: question, stillRunning } = messages;

type Detection = SnapshotFrom<typeof detectionMachine>;
const isStarting = (detection: Detection) =>
  detection.matches({ change: 'starting' }) || detection.matches({ change: 'resuming' });
const isStopping = (detection: Detection) => detection.matches({ change: 'stopping' });
const isExtending = (detection: Detection) => detection.matches({ change: 'extending' });
const isPausing = (detection: Detection) => detection.matches({ change: 'pausing' });
const hasJustEnded = (detection: Detection) => detection.matches({ watched: { open: { lessonLogs: 'last' } } });
const areFetching = (lessons: SnapshotFrom<typeof lessonsMachine>) => lessons.matches('fetching');
/** Returns whether Start or Stop can be pressed or is in flight. Detection that may be active cannot be started. */
const isPressable = (detection: Detection) =>
  !detection.matches({ change: 'none' }) ||
  detection.can({ type: isActive(detection) ? 'stop.submit' : 'start.submit' });

type ActionsProps = Pick<SectionPage, 'section' | 'detection' | 'door' | 'lessons'>;

/** The bar's buttons. On their own, since a press in the lesson changes nothing here. */
export const LiveActions = memo(function LiveActions({ section, detection, door, lessons }: ActionsProps) {
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

/** Beside Resume, all but a wide bar have room for two short lines. */
const besideResume = '@max-7xl/bar:w-15 @max-7xl/bar:p-0! @max-7xl/bar:text-xs @max-7xl/bar:whitespace-normal!';

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
  const isOffline = useIsOffline();
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
    <div
      className={classes(
        '@max-xl/bar:absolute @max-xl/bar:top-0 @max-xl/bar:right-1 @max-xl/bar:w-30 max-[22rem]:hidden',
        isOffline && '@max-xl/bar:hidden',
      )}
    >
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
