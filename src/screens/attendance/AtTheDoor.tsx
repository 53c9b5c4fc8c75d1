import { useSelector } from '@xstate/react';
import { type ComponentProps, type FormEvent, type ReactNode, useId, useMemo, useState } from 'react';
import type { SnapshotFrom } from 'xstate';
import { ActionRow } from '../../components/ActionRow';
import { Button } from '../../components/Button';
import { classes } from '../../components/classes';
import { Field } from '../../components/Field';
import { NoticeRegion } from '../../components/NoticeRegion';
import { useKeptFocus } from '../../components/useKeptFocus';
import { namesMachine } from '../../machines/app/namesMachine';
import { atTheDoorOf, expectedAmong, waitingIn, whoWaited } from '../../machines/attendance/attendance';
import type { doorMachine } from '../../machines/attendance/doorMachine';
import { isFullTeacher } from '../../machines/students/sharing';
import { messages } from '../../messages';
import type { Attendee } from '../../services/app/types';
import { StillRows } from '../app/StillRows';
import { useIsProjecting, useScreenActor } from '../app/system';
import { secondOfDay } from '../app/times';
import { useHeld } from '../app/useHeld';
import { useStillRows } from '../app/useStillRows';
import { useIsOffline } from '../live/ChannelTrouble';
import { addressWarning } from './addressWarning';
import type { AttendancePage } from './attendancePage';
import { BadgesLink } from './BadgesLink';
import { askedNumberOf, Decision } from './Decision';
import { Fold } from './Fold';
import { attendAddress, JoinCode } from './JoinCode';
import { MailedLinks } from './MailedLinks';
import { QrCode } from './QrCode';
import { Question } from './Question';
import { useChanging } from './useChanging';

const { door: words } = messages;

type Door = SnapshotFrom<typeof doorMachine>;
const selectAttendance = ({ context }: Door) => context.attendance;
const selectProblem = ({ context }: Door) => context.problem;
const selectChange = ({ context }: Door) => context.change;
const selectNext = ({ context }: Door) => context.next;
const selectNames = ({ value }: SnapshotFrom<ReturnType<typeof namesMachine>>) => value;

type AtTheDoorProps = Pick<AttendancePage, 'door' | 'section'> & { onFill: () => void };

/** The code, beside those who wait. */
export function AtTheDoor({ door, section, onFill }: AtTheDoorProps) {
  const attendance = useSelector(door, selectAttendance);
  const problem = useSelector(door, selectProblem);
  const { held } = useChanging(door);
  const change = useSelector(door, selectChange);
  const next = useSelector(door, selectNext);
  const isDecided = ({ id, numbers }: Attendee) =>
    [change, ...next].some(
      (one) =>
        one !== null &&
        (one.type === 'number.admit' ? numbers.includes(one.number) : 'ids' in one && one.ids.includes(id)),
    );
  const isOffline = useIsOffline();
  const projecting = useIsProjecting();
  const names = useScreenActor(namesMachine);
  const namesState = useSelector(names, selectNames);
  const areHidden = projecting && namesState !== 'shown';
  const { region } = useKeptFocus<HTMLDivElement>();
  const waiting = useMemo(() => atTheDoorOf(attendance), [attendance]);
  const expected = expectedAmong(waiting);
  const others = waiting.filter((attendee) => !expected.includes(attendee));
  const rows = useStillRows();
  // Once nobody waits, no row can move under the pointer.
  const shown = useHeld(waiting, rows.areStill && waiting.length > 0, whoWaited) ?? waiting;
  const code = attendance?.code ?? null;
  const crowd = attendance?.crowd;
  const count = waitingIn(attendance);
  // In a narrow dialog they come first, if it was opened for them. Later it would move under the finger.
  const [isForThem] = useState(count > 0);
  const address = attendAddress();
  const warning = addressWarning(location);
  const row = (attendee: Attendee) => (
    <Waiting
      key={attendee.id}
      door={door}
      attendee={attendee}
      isTwice={!attendee.isTaken && waiting.filter(({ studentId }) => studentId === attendee.studentId).length > 1}
      hasNamesake={section.students.filter(({ name }) => name === attendee.name).length > 1}
      canDisown={attendance?.canDisown === true}
      inert={isDecided(attendee) || !waiting.includes(attendee)}
      isLater={isOffline && isDecided(attendee)}
    />
  );
  const isCrowded = others.length > 1 || others.some(({ numbers }) => numbers.length > 1);
  const students = shown.filter(({ studentId }) => studentId !== null);
  const outsiders = shown.filter(({ studentId }) => studentId === null);
  const refuseOthers = () =>
    crowd?.upTo != null && expected.length === 0
      ? door.send({ type: 'waiting.refuse', upTo: crowd.upTo })
      : door.send({ type: 'students.refuse', ids: others.map(({ id }) => id) });
  return (
    <div className="grid gap-6 lg:min-h-0 lg:flex-1 lg:grid-cols-[1fr_24rem]">
      <div className="flex flex-col items-center justify-center gap-6 text-center">
        <div>
          <p className="text-lg">{words.lead(address)}</p>
          <p className="text-sm text-muted">{words.hint}</p>
          {warning !== undefined && <p className="text-sm font-semibold">{warning}</p>}
        </div>
        <JoinCode door={door} />
        {code !== null && (
          <>
            <QrCode address={`${location.origin}/attend#${code}`} label={address} />
            <Button variant={count === 0 ? 'primary' : 'secondary'} onClick={onFill}>
              {words.fill}
            </Button>
            {crowd && (
              <div>
                <Button variant="quiet" {...held} onClick={() => door.send({ type: 'code.replace' })}>
                  {words.newCode}
                </Button>
                <p className="text-xs text-muted">{words.newCodeHint}</p>
              </div>
            )}
          </>
        )}
      </div>
      <div {...region} className={classes('flex min-h-0 flex-col gap-3', isForThem && 'max-lg:order-first')}>
        {/* Without a connection nothing has failed: those who waited stay, and what is decided is sent later. */}
        <NoticeRegion kind={isOffline ? 'info' : 'error'}>{isOffline ? words.offline : problem?.sentence}</NoticeRegion>
        <h3 tabIndex={-1} className="font-semibold">
          {words.atTheDoor}
        </h3>
        <p role="status" className="text-sm text-muted">
          {count === 0 ? words.nobody : words.waiting(count)}
        </p>
        <NoticeRegion kind="info">{crowd?.isFlooded && count > 0 ? words.flooded : undefined}</NoticeRegion>
        {areHidden && count > 0 && (
          <HiddenNames
            hasNumbers={crowd !== undefined}
            isAsking={namesState === 'asking'}
            onAsk={() => names.send({ type: 'names.ask' })}
            onShow={() => names.send({ type: 'names.show' })}
            onHide={() => names.send({ type: 'names.hide' })}
          />
        )}
        {projecting && !areHidden && (
          <Button variant="secondary" onClick={() => names.send({ type: 'names.hide' })} className="self-start">
            {words.hideNames}
          </Button>
        )}
        {crowd && (areHidden ? count : others.length) > 0 && <AdmitNumber door={door} />}
        {!areHidden && (expected.length > 0 || isCrowded) && (
          <ActionRow>
            {isCrowded && (
              <Button variant="quiet" {...held} onClick={refuseOthers}>
                {crowd && expected.length === 0 ? words.refuseAll : words.refuseOthers(others.length)}
              </Button>
            )}
            {expected.length > 0 && (
              <Button
                {...held}
                onClick={() =>
                  door.send({ type: crowd ? 'students.admitAll' : 'students.admit', ids: expected.map(({ id }) => id) })
                }
              >
                {words.admitAll(expected.length)}
              </Button>
            )}
          </ActionRow>
        )}
        {!areHidden && shown.length > 0 && (
          <StillRows onTouch={rows.touch} className="min-h-0 overflow-y-auto">
            <ul aria-label={words.atTheDoor} className="divide-y divide-line">
              {students.map(row)}
            </ul>
            {outsiders.length > 0 && (
              <Outsiders count={Math.max(outsiders.length, crowd?.outsiders ?? 0)} listed={outsiders.length}>
                {outsiders.map(row)}
              </Outsiders>
            )}
          </StillRows>
        )}
        <MailedLinks door={door} section={section} />
        {isFullTeacher(section) && <BadgesLink section={section} />}
      </div>
    </div>
  );
}

type HiddenNamesProps = {
  /** Students' screens show numbers, by which they can be admitted. */
  hasNumbers: boolean;
  isAsking: boolean;
  onAsk: () => void;
  onShow: () => void;
  onHide: () => void;
};

/** In place of the names in projector mode. Asks before it shows them. */
function HiddenNames({ hasNumbers, isAsking, onAsk, onShow, onHide }: HiddenNamesProps) {
  if (isAsking)
    return <Question text={words.askNames} answers={[{ label: words.showNames, onPress: onShow }]} onCancel={onHide} />;
  return (
    <div>
      <p className="text-sm text-muted">{hasNumbers ? words.admitByNumber : words.namesHidden}</p>
      <Button variant="quiet" onClick={onAsk} className="-ml-2 px-2!">
        {words.showNames}
      </Button>
    </div>
  );
}

/** Admits the student who says the number on their screen: the quickest way through a flood, and free of names in projector mode. */
function AdmitNumber({ door }: Pick<AttendancePage, 'door'>) {
  const [number, setNumber] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!/^\d{1,5}$/.test(number.trim())) return;
    door.send({ type: 'number.admit', number: number.trim() });
    setNumber('');
  };
  return (
    <form noValidate onSubmit={submit} className="flex items-end gap-2">
      <div className="flex-1">
        <Field
          label={words.number}
          name="number"
          inputMode="numeric"
          autoComplete="off"
          maxLength={5}
          value={number}
          onChange={({ target }) => setNumber(target.value)}
        />
      </div>
      <Button type="submit" variant="secondary">
        {words.admitOne}
      </Button>
    </form>
  );
}

/** People who are not in the section, folded away: they have chosen what the class would read. */
function Outsiders({ count, listed, children }: { count: number; listed: number; children: ReactNode }) {
  const [isShown, setShown] = useState(false);
  const id = useId();
  return (
    <div className="border-t border-line py-1">
      <Fold label={words.outsiders(count)} isOpen={isShown} controls={id} onPress={() => setShown(!isShown)} />
      {isShown && (
        <div id={id}>
          <ul aria-label={words.outsiders(count)} className="divide-y divide-line">
            {children}
          </ul>
          {count > listed && <p className="text-sm text-muted">{words.moreOutsiders(count - listed)}</p>}
        </div>
      )}
    </div>
  );
}

type WaitingProps = Pick<ComponentProps<typeof Decision>, 'attendee' | 'canDisown' | 'inert'> &
  Pick<AttendancePage, 'door'> & {
    isTwice: boolean;
    /** What was decided waits for the network. */
    isLater: boolean;
    /** Another student of the section has the same name. */
    hasNamesake: boolean;
  };

function Waiting({ door, isTwice, isLater, hasNamesake, ...props }: WaitingProps) {
  const { id, name, email, studentId, since, isTaken, typedName, namesake, numbers } = props.attendee;
  const number = numbers.length === 1 ? numbers[0] : undefined;
  const asked = askedNumberOf(props.attendee);
  const shownNumber = asked === undefined ? number : undefined;
  const signs = [
    numbers.length > 1 && words.devices(numbers.length),
    isTaken ? words.isTaken : studentId === null ? words.isNew : isTwice && words.isTwice,
    isLater ? messages.review.waits : asked !== undefined && words.askNumber(asked),
  ].filter((sign) => sign !== false);
  return (
    <li className="flex flex-wrap items-center gap-2 py-2">
      <div className="min-w-0 flex-1 basis-36 text-sm">
        <p className="font-semibold wrap-anywhere">{namesake === undefined ? name : `${name} (${namesake})`}</p>
        {typedName !== undefined && <p className="wrap-anywhere">{words.typed(typedName)}</p>}
        {/* The class may see this. */}
        {(studentId === null || typedName !== undefined || hasNamesake) && (
          <p className="text-muted wrap-anywhere">{email}</p>
        )}
        {since !== null ? (
          <p className="text-muted tabular-nums">{words.since(secondOfDay.format(since), shownNumber)}</p>
        ) : (
          shownNumber !== undefined && <p className="text-muted">{words.numberIs(shownNumber)}</p>
        )}
        {signs.map((sign) => (
          <p key={sign} className="text-xs font-semibold">
            {sign}
          </p>
        ))}
      </div>
      <Decision
        {...props}
        onAdmit={(answers, number) =>
          door.send(
            number === undefined
              ? { type: 'students.admit', ids: [id], ...answers }
              : { type: 'number.admit', number, ...answers },
          )
        }
        onRefuse={() => door.send({ type: 'students.refuse', ids: [id] })}
      />
    </li>
  );
}
