import { useSelector } from '@xstate/react';
import { type ComponentProps, useMemo, useState } from 'react';
import type { SnapshotFrom } from 'xstate';
import { ActionRow } from '../../components/ActionRow';
import { Button } from '../../components/Button';
import { Dialog } from '../../components/Dialog';
import { Icon } from '../../components/Icon';
import { NoticeRegion } from '../../components/NoticeRegion';
import { useKeptFocus } from '../../components/useKeptFocus';
import type { doorMachine } from '../../machines/attendance/doorMachine';
import { areStill } from '../../machines/section/stillRowsMachine';
import { messages } from '../../messages';
import { atTheDoorOf, expectedAmong, whoWaited } from '../../model/attendance/attendance';
import type { Answers } from '../../services/types';
import { provideStillRows } from '../../system/section/stillRowsSystem';
import { useIsProjecting, useScreenActor } from '../app/system';
import { useBackCloses } from '../app/useBackCloses';
import { StillRows } from '../section/StillRows';
import type { SectionPage } from '../section/sectionPage';
import { useHeld } from '../section/useHeld';
import { Decision } from './Decision';
import { MailedLinks } from './MailedLinks';
import { QrCode } from './QrCode';

const { door: words } = messages;

type Door = SnapshotFrom<typeof doorMachine>;
const isOpen = (door: Door) => door.matches({ lesson: 'open' }) && !door.matches({ lesson: { open: 'absent' } });
const isChanging = (door: Door) => door.matches({ lesson: { open: 'changing' } });
/** The code that was asked for has not come. */
const lacksCode = (door: Door) =>
  door.context.attendance?.code == null &&
  (door.matches({ lesson: { open: { followed: 'known' } } }) ||
    door.matches({ lesson: { open: { followed: 'failed' } } }));
const selectAttendance = ({ context }: Door) => context.attendance;
const selectProblem = ({ context }: Door) => context.problem;

/** Opens the door of a running lesson: the code for the class, and who waits. Absent where the backend has no door. */
export function InviteButton(props: Pick<SectionPage, 'door' | 'section'>) {
  return useSelector(props.door, isOpen) ? <OpenDoor {...props} /> : null;
}

function OpenDoor({ door, section }: Pick<SectionPage, 'door' | 'section'>) {
  const [isShown, setShown] = useState(false);
  const waiting = atTheDoorOf(useSelector(door, selectAttendance)).length;
  useBackCloses(isShown, () => setShown(false));
  const label = waiting === 0 ? words.invite : words.waiting(waiting);
  const show = () => {
    setShown(true);
    const { attendance } = door.getSnapshot().context;
    if (attendance === null || attendance.code === null) door.send({ type: 'students.invite' });
  };
  return (
    <>
      <Button variant="secondary" aria-label={label} onClick={show} className="max-sm:min-w-11">
        {/* A phone's bar has no room for the word. */}
        <span className="flex sm:hidden">
          <Icon name="invite" />
          {waiting > 0 && (
            <span className="absolute -top-2 right-0 min-w-5 rounded-control bg-primary px-1 text-xs/5 text-on-primary">
              {waiting}
            </span>
          )}
        </span>
        <span className="max-sm:hidden">{label}</span>
      </Button>
      <Dialog open={isShown} title={words.title} size="large" onClose={() => setShown(false)}>
        <AtTheDoor door={door} section={section} />
      </Dialog>
    </>
  );
}

/** The code, as large as the projector needs it, beside those who wait. */
function AtTheDoor({ door, section }: Pick<SectionPage, 'door' | 'section'>) {
  const attendance = useSelector(door, selectAttendance);
  const problem = useSelector(door, selectProblem);
  const changing = useSelector(door, isChanging);
  const needsCode = useSelector(door, lacksCode);
  const projecting = useIsProjecting();
  const { region } = useKeptFocus<HTMLDivElement>();
  const waiting = useMemo(() => atTheDoorOf(attendance), [attendance]);
  const expected = expectedAmong(waiting);
  const others = waiting.filter((attendee) => !expected.includes(attendee));
  const rows = useScreenActor(provideStillRows);
  const still = useSelector(rows, areStill);
  const shown = useHeld(waiting, still, whoWaited) ?? waiting;
  const code = attendance?.code ?? null;
  const address = `${location.host}/attend`;
  const warning = warningOf(location);
  const admit = (ids: readonly string[], answers: Answers = {}) =>
    door.send({ type: 'students.admit', ids, ...answers });
  const refuse = (ids: readonly string[]) => door.send({ type: 'students.refuse', ids });
  return (
    <div className="grid gap-6 lg:min-h-0 lg:flex-1 lg:grid-cols-[1fr_24rem]">
      <div className="flex flex-col items-center justify-center gap-6 text-center">
        <div>
          <p className="text-lg">{words.lead(address)}</p>
          <p className="text-sm text-muted">{words.hint}</p>
          {warning !== undefined && <p className="text-sm font-semibold">{warning}</p>}
        </div>
        {code === null && (
          <>
            <p role="status" className="text-muted">
              {!needsCode && words.preparing}
            </p>
            {needsCode && <Button onClick={() => door.send({ type: 'students.invite' })}>{words.getCode}</Button>}
          </>
        )}
        {code !== null && (
          <>
            <p className="font-mono text-[clamp(2.5rem,10vw,7rem)] leading-none font-semibold tracking-[0.15em]">
              <span className="sr-only">{`${words.code}: `}</span>
              <span>{code}</span>
            </p>
            <QrCode address={`${location.origin}/attend#${code}`} label={address} />
          </>
        )}
      </div>
      <div {...region} className="flex min-h-0 flex-col gap-3">
        <NoticeRegion kind="error">{problem?.sentence}</NoticeRegion>
        <h3 tabIndex={-1} className="font-semibold">
          {words.atTheDoor}
        </h3>
        <p role="status" className="text-sm text-muted">
          {waiting.length === 0 ? words.nobody : words.waiting(waiting.length)}
        </p>
        {(expected.length > 0 || others.length > 1) && (
          <ActionRow>
            {others.length > 1 && (
              <Button variant="quiet" busy={changing} onClick={() => refuse(others.map(({ id }) => id))}>
                {words.refuseOthers(others.length)}
              </Button>
            )}
            {expected.length > 0 && (
              <Button busy={changing} onClick={() => admit(expected.map(({ id }) => id))}>
                {words.admitAll(expected.length)}
              </Button>
            )}
          </ActionRow>
        )}
        {/* The class sees this: no names while they are hidden. */}
        {projecting && others.length > 0 && <p className="text-sm text-muted">{words.othersHidden}</p>}
        {!projecting && shown.length > 0 && (
          <StillRows onTouch={() => rows.send({ type: 'rows.touched' })} className="min-h-0 overflow-y-auto">
            <ul aria-label={words.atTheDoor} className="divide-y divide-line">
              {shown.map((attendee) => (
                <Waiting
                  key={attendee.id}
                  attendee={attendee}
                  isTwice={others.includes(attendee) && !attendee.isTaken && attendee.studentId !== null}
                  hasNamesake={section.students.filter(({ name }) => name === attendee.name).length > 1}
                  canDisown={attendance?.canDisown === true}
                  inert={changing || !waiting.includes(attendee)}
                  onAdmit={(answers) => admit([attendee.id], answers)}
                  onRefuse={() => refuse([attendee.id])}
                />
              ))}
            </ul>
          </StillRows>
        )}
        <MailedLinks door={door} section={section} />
      </div>
    </div>
  );
}

/** Says so before students join at an address that gives them no camera. */
function warningOf({ protocol, hostname }: Location): string | undefined {
  if (protocol === 'https:') return undefined;
  return /^(.*\.)?localhost$|^127\.|^\[::1\]$/.test(hostname) ? words.ownDevice : words.insecure;
}

type WaitingProps = ComponentProps<typeof Decision> & {
  isTwice: boolean;
  /** Another student of the section has the same name. */
  hasNamesake: boolean;
};

function Waiting({ isTwice, hasNamesake, ...props }: WaitingProps) {
  const { name, email, studentId, isTaken, typedName, namesake } = props.attendee;
  const sign = isTaken ? words.isTaken : studentId === null ? words.isNew : isTwice ? words.isTwice : undefined;
  return (
    <li className="flex flex-wrap items-center gap-2 py-2">
      <div className="min-w-0 flex-1 basis-48 text-sm">
        <p className="font-semibold wrap-anywhere">{namesake === undefined ? name : `${name} (${namesake})`}</p>
        {typedName !== undefined && <p className="wrap-anywhere">{words.typed(typedName)}</p>}
        {/* The class may see this. */}
        {(studentId === null || typedName !== undefined || hasNamesake) && (
          <p className="text-muted wrap-anywhere">{email}</p>
        )}
        {sign !== undefined && <p className="text-xs font-semibold">{sign}</p>}
      </div>
      <Decision {...props} />
    </li>
  );
}

/** "watching 26 of 30", once students were invited. */
export function Attending({ door, count }: Pick<SectionPage, 'door'> & { count: number }) {
  const attendance = useSelector(door, selectAttendance);
  if (attendance === null || attendance.code === null) return null;
  const watched = attendance.attendees.filter(({ state }) => state === 'watching').length;
  return (
    <span className="max-[22rem]:hidden">
      <span>{words.attending(watched, count)}</span>
      <span className="sm:hidden"> · </span>
    </span>
  );
}
