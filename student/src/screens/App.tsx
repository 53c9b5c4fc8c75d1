import { useSelector } from '@xstate/react';
import { useMemo, useState } from 'react';
import type { SnapshotFrom } from 'xstate';
import type { AttendanceSystem } from '../attendanceSystem';
import { ENDS_SOON_MS } from '../constants';
import type { FailureKind } from '../failure';
import type { attendanceMachine } from '../machines/attendanceMachine';
import { Camera } from './Camera';
import { CameraChoice } from './CameraChoice';
import { CodeForm } from './CodeForm';
import { Consent } from './Consent';
import { LanguageChoice } from './LanguageChoice';
import { Leave } from './Leave';
import { Linked } from './Linked';
import { Message } from './Message';
import { NameForm } from './NameForm';
import { Pictures } from './Pictures';
import { Receipt } from './Receipt';
import { Reports } from './Reports';
import { type Tongue, TongueProvider, tongueOf, useTongue } from './tongue';
import { Watching } from './Watching';

type Snapshot = SnapshotFrom<typeof attendanceMachine>;

/** The students' page, once its language is loaded. */
export function App({ system }: { system: AttendanceSystem }) {
  const shown = useSelector(system.language, ({ context }) => context.shown);
  const tongue = useMemo(() => shown && tongueOf(shown), [shown]);
  if (tongue === null) return null;
  return (
    <TongueProvider value={tongue}>
      <Page system={system} tongue={tongue} />
    </TongueProvider>
  );
}

/** One view for each state of the attendance chart. */
function Page({ system, tongue }: { system: AttendanceSystem; tongue: Tongue }) {
  const { words } = tongue;
  const snapshot = useSelector(system.actor, (one) => one);
  const isUntranslated = useSelector(system.language, (one) => one.matches('failed'));
  const wanted = useSelector(system.language, ({ context }) => context.wanted.language);
  const isJoined = snapshot.matches('joined');
  const isIn = isJoined && !snapshot.matches({ joined: { place: 'door' } });
  const isAsked = isIn && !snapshot.matches({ joined: { place: 'consenting' } }) && asksForPictures(snapshot);
  return (
    <>
      <header>
        <p className="product">{words.product}</p>
        <LanguageChoice
          chosen={wanted}
          onChoose={(language) => system.language.send({ type: 'language.choose', language })}
        />
        <p className="lesson">{isJoined ? lessonOf(snapshot, tongue) : ''}</p>
      </header>
      <main>
        <div role="status">
          {isUntranslated && <p className="notice">{words.languageFailed}</p>}
          {snapshot.matches({ joined: { link: 'offline' } }) && <p className="notice">{words.offline}</p>}
          {isIn && endsSoon(snapshot) && <p className="notice">{words.endsSoon}</p>}
        </div>
        {/* Before anything is typed, and while the student waits. */}
        {!hasCamera() && isComing(snapshot) && <p className="notice">{words.problem.insecure}</p>}
        <View system={system} snapshot={snapshot} />
        {isAsked && snapshot.context.choice === 'camera' && (
          <Pictures
            sends={snapshot.context.pictures}
            onChoose={(pictures) => system.actor.send({ type: 'pictures.choose', pictures })}
          />
        )}
        {isIn && <Reports reports={snapshot.context.reports} />}
        {isJoined && <Leave isAtDoor={!isIn} onLeave={() => system.actor.send({ type: 'leave.submit' })} />}
      </main>
    </>
  );
}

/** A page without https gets no camera from the browser. */
const hasCamera = (): boolean => window.isSecureContext;

const isComing = (snapshot: Snapshot): boolean =>
  (['code', 'linked', 'naming', { joined: { place: 'door' } }] as const).some((state) => snapshot.matches(state));

const endsSoon = ({ context: { endsIn } }: Snapshot): boolean => endsIn !== null && endsIn <= ENDS_SOON_MS;

const asksForPictures = ({ context: { lesson } }: Snapshot): boolean => lesson?.asksForPictures === true;

const lessonOf = ({ context: { lesson, door, name } }: Snapshot, { titled }: Tongue): string =>
  titled(name, lesson?.section ?? door?.section ?? '', lesson?.teacher ?? door?.teacher ?? '');

const refusedTitles = {
  refused: 'refusedTitle',
  missing: 'missingTitle',
  unsupported: 'unsupportedTitle',
  unanswered: 'failedTitle',
  unknown: 'failedTitle',
  running: 'failedTitle',
  failed: 'failedTitle',
} as const satisfies Record<FailureKind, string>;

function View({ system, snapshot }: { system: AttendanceSystem; snapshot: Snapshot }) {
  const { actor } = system;
  const { context } = snapshot;
  const { time, words: messages } = useTongue();
  // The reason for a pause, before it is sent. Kept here, since a restart of the camera replaces the page.
  const [reason, setReason] = useState('');
  const over = (['ended', 'left', 'refused', 'takenOver', 'forgotten'] as const).find((state) =>
    snapshot.matches(state),
  );

  if (context.receipt !== null) {
    return (
      <Receipt
        receipt={context.receipt}
        problem={context.problem}
        answered={context.answered}
        isAnswering={snapshot.matches({ ended: 'answering' })}
        isFetching={snapshot.matches({ ended: 'fetching' })}
        isPostponed={snapshot.matches({ ended: 'postponed' })}
        onAnswer={(logId, text) => actor.send({ type: 'answer.submit', logId, text })}
        onRefresh={() => actor.send({ type: 'receipt.refresh' })}
        onClose={() => actor.send({ type: 'code.again' })}
      />
    );
  }
  if (over !== undefined) {
    const isEarlier = over === 'ended' && context.name === '';
    const [title, lead] = isEarlier
      ? [messages.earlier.title, snapshot.matches({ ended: 'closed' }) ? messages.earlier.closed : '']
      : [messages.over[over], messages.over[`${over}Lead`]];
    return (
      <Message title={title} lead={lead}>
        {snapshot.matches({ ended: 'fetching' }) && <p>{messages.receipt.fetching}</p>}
        {snapshot.matches({ ended: 'postponed' }) && <p>{messages.receipt.postponed}</p>}
        <button type="button" onClick={() => actor.send({ type: 'code.again' })}>
          {messages.over.again}
        </button>
      </Message>
    );
  }
  if (snapshot.matches('elsewhere')) {
    return (
      <Message title={messages.elsewhere.title} lead={messages.elsewhere.lead}>
        <button type="button" onClick={() => actor.send({ type: 'tab.use' })}>
          {messages.elsewhere.use}
        </button>
      </Message>
    );
  }
  if (snapshot.matches('code')) {
    return (
      <CodeForm
        code={context.code}
        problem={context.problem}
        isChecking={snapshot.matches({ code: 'checking' })}
        receipts={context.receipts}
        onSubmit={(code) => actor.send({ type: 'code.submit', code })}
        onOpen={(id) => actor.send({ type: 'receipt.open', id })}
        onDrop={(id) => actor.send({ type: 'receipt.drop', id })}
      />
    );
  }
  if (snapshot.matches('linked')) {
    return (
      <Linked
        door={context.door}
        name={context.name}
        isBadge={context.isBadge}
        problem={context.problem}
        isClosed={snapshot.matches({ linked: 'closed' })}
        isUnanswered={snapshot.matches({ linked: 'unanswered' })}
        // It looks again without another view.
        isWaiting={snapshot.matches({ linked: 'waiting' }) || snapshot.matches({ linked: 'checking' })}
        isJoining={snapshot.matches({ linked: 'redeeming' })}
        onJoin={() => actor.send({ type: 'link.redeem' })}
        onRetry={() => actor.send({ type: 'link.retry' })}
        onCode={() => actor.send({ type: 'code.again' })}
      />
    );
  }
  if (snapshot.matches('naming') && context.door !== null) {
    return (
      <NameForm
        door={context.door}
        problem={context.problem}
        isAsking={snapshot.matches({ naming: 'knocking' })}
        onKnock={(as, name) => actor.send({ type: 'knock.submit', as, name })}
        onAgain={() => actor.send({ type: 'code.again' })}
      />
    );
  }
  const notMe = (
    <button type="button" className="quiet" onClick={() => actor.send({ type: 'name.again' })}>
      {messages.door.stranger}
    </button>
  );
  if (snapshot.matches({ joined: { place: 'door' } })) {
    return (
      <Message title={messages.door.title} lead={messages.door.lead({ name: context.name })}>
        {context.number !== null && (
          <p className="number">
            <span>{messages.door.number}</span> <strong>{context.number}</strong>
          </p>
        )}
        {notMe}
      </Message>
    );
  }
  if (snapshot.matches({ joined: { place: 'consenting' } }) && !hasCamera()) {
    return (
      <Message title={messages.camera.insecureTitle} lead={messages.problem.insecure}>
        <button type="button" onClick={() => actor.send({ type: 'consent.decline' })}>
          {messages.consent.decline}
        </button>
      </Message>
    );
  }
  if (snapshot.matches({ joined: { place: 'consenting' } })) {
    return (
      <Consent
        teacher={context.lesson?.teacher ?? ''}
        deletedBy={context.lesson?.deletedBy}
        asksForPictures={asksForPictures(snapshot)}
        ignored={context.lesson?.ignored ?? []}
        onGive={(pictures) => actor.send({ type: 'consent.give', pictures })}
        onDecline={() => actor.send({ type: 'consent.decline' })}
      >
        {notMe}
      </Consent>
    );
  }
  const decline = (
    <button type="button" className="quiet" onClick={() => actor.send({ type: 'consent.decline' })}>
      {messages.consent.decline}
    </button>
  );
  if (snapshot.matches({ joined: { place: 'preparing' } })) {
    return (
      <Message title={messages.preparing.title} lead={messages.preparing.lead}>
        {decline}
      </Message>
    );
  }
  if (snapshot.matches({ joined: { place: 'restarting' } })) {
    return (
      <Message title={messages.restarting.title} lead={messages.restarting.lead}>
        {decline}
      </Message>
    );
  }
  const cameraChoice = (
    <CameraChoice cameras={context.cameras} onChoose={(cameraId) => actor.send({ type: 'camera.choose', cameraId })} />
  );
  const { watch } = snapshot.children;
  if (snapshot.matches({ joined: { place: 'watching' } }) && watch !== undefined) {
    return (
      <Watching
        watch={watch}
        ignored={context.lesson?.ignored ?? []}
        camera={<Camera stream={system.cameraStream()} sendsPictures={context.pictures && asksForPictures(snapshot)} />}
        cameraChoice={cameraChoice}
        reason={reason}
        onReason={setReason}
        onPause={() => {
          actor.send({ type: 'pause.submit', reason });
          setReason('');
        }}
        onDecline={() => actor.send({ type: 'consent.decline' })}
      />
    );
  }
  if (snapshot.matches({ joined: { place: 'paused' } })) {
    const { pause } = context;
    const { lead, leadWithReason } = messages.paused;
    const pausedLead = pause === null || pause === '' ? lead : leadWithReason({ reason: pause });
    return (
      <Message title={messages.paused.title} lead={pausedLead}>
        <button type="button" onClick={() => actor.send({ type: 'pause.end' })}>
          {messages.paused.goOn}
        </button>
        {decline}
      </Message>
    );
  }
  if (snapshot.matches({ joined: { place: 'excused' } }) && context.pausedFor !== null) {
    const { title, lead } = messages.classPaused;
    return (
      <Message title={title} lead={lead}>
        {context.pausedFor !== '' && <p dir="auto">{context.pausedFor}</p>}
      </Message>
    );
  }
  if (snapshot.matches({ joined: { place: 'excused' } })) {
    const title = messages.excused.title({ time: time(context.excusedUntil ?? Date.now()) });
    return <Message title={title} lead={messages.excused.lead} />;
  }
  if (snapshot.matches({ joined: { place: 'unwatched' } })) {
    return (
      <Message title={messages.unwatched.title} lead={messages.unwatched.lead}>
        {hasCamera() && (
          <button type="button" className="quiet" onClick={() => actor.send({ type: 'consent.review' })}>
            {messages.unwatched.review}
          </button>
        )}
      </Message>
    );
  }
  const isLost = snapshot.matches({ joined: { place: 'cameraLost' } });
  if (isLost || snapshot.matches({ joined: { place: 'cameraRefused' } })) {
    return (
      <Message
        title={isLost ? messages.camera.lostTitle : messages.camera[refusedTitles[context.problem?.kind ?? 'failed']]}
        lead={
          context.problem === null
            ? isLost
              ? messages.camera.lost
              : messages.problem.cameraFailed
            : messages.problem[context.problem.sentence]
        }
      >
        {cameraChoice}
        <button type="button" onClick={() => actor.send({ type: 'camera.retry' })}>
          {messages.camera.retry}
        </button>
        {decline}
      </Message>
    );
  }
  return (
    <Message
      title={
        snapshot.matches('leaving') || snapshot.matches('withdrawing') ? messages.leaving : messages.code.recalling
      }
      lead=""
    />
  );
}
