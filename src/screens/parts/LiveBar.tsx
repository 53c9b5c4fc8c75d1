import { useSelector } from '@xstate/react';
import { useLocation, useMatch } from 'react-router-dom';
import type { SnapshotFrom } from 'xstate';
import { ActionRow } from '../../components/ActionRow';
import { Badge } from '../../components/Badge';
import { Button } from '../../components/Button';
import { ButtonLink } from '../../components/ButtonLink';
import { Dialog } from '../../components/Dialog';
import { STATUS_STALE_MS } from '../../constants';
import type { clockMachine } from '../../machines/clockMachine';
import type { detectionMachine } from '../../machines/detectionMachine';
import type { questionMachine } from '../../machines/questionMachine';
import { selectDetectionWrite } from '../../machines/sessionMachine';
import { messages } from '../../messages';
import { addStudentsPath, lessonPath, paths } from '../../paths';
import { provideClock } from '../../system/clockSystem';
import { provideStart } from '../../system/startSystem';
import { ChannelTrouble, ReconnectButton, selectTrouble, useLiveChannel } from './ChannelTrouble';
import type { SectionPage } from './sectionPage';
import { useScreenActor, useSession } from './system';
import { ageOf, lengthOf, timeOfDay } from './times';
import { useLesson } from './useLesson';
import { useLessons } from './useLessons';

const { detection: words, liveChannel: channelWords, startWithoutStudents: question } = messages;

type Detection = SnapshotFrom<typeof detectionMachine>;
// Not the state: nothing is known either while a start from there is under way.
const isUnknown = ({ context }: Detection) => context.lastSaid === null;
const isActive = (detection: Detection) => detection.hasTag('active');
const isStarting = (detection: Detection) => detection.matches({ session: 'starting' });
const isStopping = (detection: Detection) => detection.matches({ session: 'stopping' });
const isDoubtful = (detection: Detection) => detection.matches({ confidence: 'doubtful' });
const endedElsewhere = (detection: Detection) => detection.matches({ session: { inactive: { end: 'elsewhere' } } });

const selectNow = ({ context }: SnapshotFrom<typeof clockMachine>) => context.now;

/**
 * What is known of a section's session and how fresh that is, the same on every page of the section, with the button that
 * starts and stops it.
 */
export function LiveBar({ section, detection, lessons, logs, lookNow }: Omit<SectionPage, 'arrivals'>) {
  const known = useSelector(useSession(), ({ context }) => context.detections[section.id]);
  const clock = useScreenActor(provideClock);
  const now = useSelector(clock, selectNow);
  const { lookAt } = useLesson({ section, logs, lookNow }, clock);
  const [lastLesson] = useLessons({ lessons });
  const report = lastLesson && lessonPath(section.id, lastLesson.id);
  const { pathname, key } = useLocation();
  const trouble = useSelector(useLiveChannel(), selectTrouble);
  const unknown = useSelector(detection, isUnknown);
  const active = useSelector(detection, isActive);
  const doubtful = useSelector(detection, isDoubtful);
  const elsewhere = useSelector(detection, endedElsewhere);
  const stale = known === undefined || now === null || now - known.saidAt > STATUS_STALE_MS;
  const sure = !unknown && !doubtful && !stale && trouble !== 'offline';
  const lastKnown = !unknown && known && words.lastKnown(known.isActive, timeOfDay.format(known.saidAt));

  return (
    <section
      aria-label={words.bar}
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-card border border-line bg-surface px-4 py-3 shadow-card print:hidden"
    >
      <div role="status" className="flex min-w-0 flex-1 basis-64 flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        {unknown ? (
          <Badge>{doubtful ? words.unchecked : words.checking}</Badge>
        ) : (
          <Badge tone={active && sure ? 'green' : 'neutral'}>{active ? words.active : words.inactive}</Badge>
        )}{' '}
        {trouble === 'offline' ? (
          <Facts facts={[channelWords.offline, lastKnown]} />
        ) : (
          <>
            {!unknown && elsewhere && <span>{words.stoppedElsewhere}</span>}
            {doubtful && <Facts facts={[words.statusFailed, lastKnown]} />}
            {sure && (
              <span aria-live="off" className="text-muted tabular-nums">
                <Facts
                  facts={[
                    active &&
                      (known.startedAt === null
                        ? words.sinceOpened
                        : words.since(timeOfDay.format(known.startedAt), lengthOf(now - known.startedAt))),
                    words.confirmed(ageOf(now - known.saidAt)),
                    active && messages.dashboard.students(section.students.length),
                    active && messages.lookNow.toLookAt(lookAt.length),
                  ]}
                />
              </span>
            )}
            {trouble !== undefined && (
              <span>
                <ChannelTrouble gaveUp={channelWords.gaveUpInSection} />
              </span>
            )}
          </>
        )}
      </div>
      {/* From the right, so that a link that comes does not move the button; both have room beside each other on a phone. */}
      <div className="ml-auto flex flex-wrap justify-end gap-2 sm:gap-3 max-sm:*:px-2">
        <ReconnectButton />
        {!unknown && !active && report !== undefined && report !== pathname && (
          <ButtonLink to={report}>{messages.lessons.report}</ButtonLink>
        )}
        {/* What was asked goes with the page that it was asked on. */}
        <DetectionButton key={key} section={section} detection={detection} />
      </div>
    </section>
  );
}

/** Those that there are, in one line. */
const Facts = ({ facts }: { facts: readonly (string | false | undefined)[] }) => (
  <span>{facts.filter((fact) => fact !== false && fact !== undefined).join(' · ')}</span>
);

const isAsking = (asked: SnapshotFrom<typeof questionMachine>) => asked.matches('asking');

/** One button for the four moments of a session, so that the focus stays where it is. */
function DetectionButton({ section, detection }: Pick<SectionPage, 'section' | 'detection'>) {
  const active = useSelector(detection, isActive);
  // One that was sent before these pages were opened may still be under way.
  const write = useSelector(useSession(), ({ context }) => selectDetectionWrite(context, section.id));
  const starting = useSelector(detection, isStarting) || write === 'startDetection';
  const stopping = useSelector(detection, isStopping) || write === 'stopDetection';
  const start = useScreenActor(provideStart(detection));
  const asking = useSelector(start, isAsking);
  // The other pages of the section have something of their own to do first.
  const isOverview = useMatch(paths.section) !== null;
  const idleWord = active ? words.stop : words.start;
  const cancel = () => start.send({ type: 'question.cancel' });
  return (
    <>
      <Button
        variant={isOverview && !active ? 'primary' : 'secondary'}
        busy={starting || stopping}
        onClick={() =>
          active
            ? detection.send({ type: 'stop.submit' })
            : start.send({ type: 'question.ask', isDoubtful: section.students.length === 0 })
        }
      >
        {starting ? words.starting : stopping ? words.stopping : idleWord}
      </Button>
      <Dialog open={asking} title={question.title} onClose={cancel}>
        <p className="mb-5 text-muted">{question.lead}</p>
        <ActionRow>
          <Button variant="secondary" onClick={cancel}>
            {question.cancel}
          </Button>
          <Button variant="secondary" onClick={() => start.send({ type: 'question.confirm' })}>
            {question.confirm}
          </Button>
          <ButtonLink variant="primary" data-autofocus to={addStudentsPath(section.id)} onClick={cancel}>
            {question.addStudents}
          </ButtonLink>
        </ActionRow>
      </Dialog>
    </>
  );
}
