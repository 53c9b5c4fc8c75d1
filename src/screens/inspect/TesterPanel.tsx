import { useActorRef, useSelector } from '@xstate/react';
import { useState } from 'react';
import type { SnapshotFrom } from 'xstate';
import { Button } from '../../components/Button';
import { Card } from '../../components/Card';
import { Field } from '../../components/Field';
import { NoticeRegion } from '../../components/NoticeRegion';
import { Select } from '../../components/Select';
import { paths as addresses } from '../../paths';
import { downloadJson } from '../../recorder/downloadReport';
import { type Act, actInWords, fingerprint, isByHand } from '../../recorder/tester/act';
import type { PanelMessage, TestedPage } from '../../recorder/tester/protocol';
import { type WalkablePath, walkedCharts } from '../../recorder/tester/recordedPath';
import { TESTER } from '../../recorder/tester/testable';
import { actsOf, testerMachine } from './testerMachine';
import { words } from './words';

const say = words.tester;

type Tester = SnapshotFrom<typeof testerMachine>;
const selectContext = ({ context }: Tester) => context;

/** Opens a page for tests. It gets no hold of this one. */
const openPage = (path: string) => window.open(`${addresses.home}?${TESTER}=${path}`, '_blank', 'noopener');

/** Lets a tester do by hand what the walks do: answer calls, speak on the live channel, let time pass, and follow a path. */
export function TesterPanel() {
  const tester = useActorRef(testerMachine);
  const { page, chart, paths, path, done, problem } = useSelector(tester, selectContext);
  const [chosen, setChosen] = useState('');
  const send = (message: PanelMessage) => tester.send({ type: 'message.send', message });
  const wanted = paths.find(({ id }) => id === chosen);

  return (
    <Card
      title={say.title}
      actions={
        <Button variant="secondary" onClick={() => openPage('')}>
          {say.open}
        </Button>
      }
    >
      <p className="mb-4 text-sm text-muted">{say.lead}</p>
      <NoticeRegion kind="error">{problem}</NoticeRegion>
      {path === null ? (
        <div className="flex flex-wrap items-end gap-3">
          <Select
            label={say.chart}
            name="chart"
            value={chart}
            options={['', ...walkedCharts].map((value) => ({ value, label: value || say.noChart }))}
            onChange={({ target }) => {
              setChosen('');
              tester.send({ type: 'chart.choose', chart: target.value });
            }}
          />
          <Select
            label={say.path}
            name="path"
            value={chosen}
            options={[
              { value: '', label: say.noPath },
              ...paths.map(({ id, name }) => ({ value: id, label: `${id}: ${name}` })),
            ]}
            onChange={({ target }) => setChosen(target.value)}
          />
          <Button
            aria-disabled={wanted === undefined || undefined}
            onClick={() => {
              if (wanted === undefined) return;
              tester.send({ type: 'path.open', path: wanted });
              openPage(wanted.id);
            }}
          >
            {say.walk}
          </Button>
        </div>
      ) : (
        <WalkedPath
          path={path}
          done={done}
          page={page?.path === path.id ? page : null}
          onTick={(count) => tester.send({ type: 'act.tick', done: count })}
          onSend={send}
          onLeave={() => tester.send({ type: 'path.leave' })}
        />
      )}
      {page === null ? (
        <p className="mt-4 text-sm text-muted">{say.noPage}</p>
      ) : (
        path === null && <PageControls page={page} onSend={send} />
      )}
    </Card>
  );
}

/** Numbers what neither moves nor changes, so that each has a key. */
const numbered = <Item,>(items: readonly Item[]) => items.map((item, index) => ({ item, number: index + 1 }));

type WalkedPathProps = {
  path: WalkablePath;
  done: number;
  page: TestedPage | null;
  onTick: (done: number) => void;
  onSend: (message: PanelMessage) => void;
  onLeave: () => void;
};

/** A path's steps: what the tester does on the page is ticked, all else is one press here. */
function WalkedPath({ path, done, page, onTick, onSend, onLeave }: WalkedPathProps) {
  const { id, name, start, steps } = path;
  const isWalked = done === actsOf(path).length;
  const shared = { done, page, onTick, onSend };
  return (
    <div className="text-sm">
      <p className="font-semibold">{id}</p>
      <p className="mb-3 font-mono text-xs wrap-anywhere text-muted">{name}</p>
      <ol className="grid gap-3">
        <PathStep title={say.before} acts={start.acts} first={0} come={start.see} gone={[]} {...shared} />
        {numbered(steps).map(({ item: { acts, see }, number }) => (
          <PathStep
            key={number}
            title={say.step(number)}
            acts={acts}
            first={actsOf({ start, steps: steps.slice(0, number - 1) }).length}
            come={see.come}
            gone={see.gone}
            {...shared}
          />
        ))}
      </ol>
      <Outcome path={path} isWalked={isWalked} onLeave={onLeave} />
    </div>
  );
}

type PathStepProps = Omit<WalkedPathProps, 'path' | 'onLeave'> & {
  title: string;
  acts: Act[];
  /** How many acts come before. */
  first: number;
  come: string[];
  gone: string[];
};

function PathStep({ title, acts, first, come, gone, done, page, onTick, onSend }: PathStepProps) {
  return (
    <li className="rounded-control border border-line p-3">
      <h3 className="font-semibold">{title}</h3>
      <ol className="my-2 grid gap-1">
        {numbered(acts).map(({ item: act, number }) => {
          const place = first + number - 1;
          const sentence = actInWords(act);
          const canBeDone =
            place === done &&
            page !== null &&
            !page.isPassing &&
            (act.do !== 'answer' || page.waiting.includes(act.call));
          return (
            <li key={number} className={place < done ? 'text-muted' : undefined}>
              {place < done ? (
                `✓ ${sentence}`
              ) : (
                <Button
                  variant={isByHand(act) ? 'quiet' : 'secondary'}
                  className="h-auto min-h-11 text-left wrap-anywhere whitespace-normal"
                  aria-disabled={!canBeDone || undefined}
                  onClick={() => {
                    if (!canBeDone) return;
                    if (!isByHand(act)) onSend({ type: 'act.wanted', page: page.page, act });
                    onTick(place + 1);
                  }}
                >
                  {isByHand(act) ? say.done(sentence) : sentence}
                </Button>
              )}
            </li>
          );
        })}
      </ol>
      {come.length + gone.length > 0 && (
        <details open={first <= done && done <= first + acts.length}>
          <summary className="cursor-pointer">{say.see}</summary>
          <ul>
            {numbered(come).map(({ item: line, number }) => (
              <li key={number} className="wrap-anywhere">
                {line}{' '}
                {page !== null && done === first + acts.length && (
                  <span className="text-muted">({page.lines.includes(line) ? say.seen : say.notSeen})</span>
                )}
              </li>
            ))}
            {gone.length > 0 && <li className="font-semibold">{say.gone}</li>}
            {numbered(gone).map(({ item: line, number }) => (
              <li key={number} className="wrap-anywhere">
                {line}
              </li>
            ))}
          </ul>
        </details>
      )}
    </li>
  );
}

/** What came of the path, which is saved as a file. */
function Outcome({ path, isWalked, onLeave }: { path: WalkablePath; isWalked: boolean; onLeave: () => void }) {
  const [note, setNote] = useState('');
  const [saved, setSaved] = useState('');
  const save = (hasPassed: boolean) => {
    const at = Date.now();
    const version = fingerprint(JSON.stringify(path));
    setSaved(downloadJson(path.id, { path: path.id, name: path.name, version, hasPassed, note, at }, at));
  };
  return (
    <div className="mt-4 grid gap-3">
      <Field label={say.note} name="note" value={note} onChange={({ target }) => setNote(target.value)} />
      <div className="flex flex-wrap gap-3">
        <Button aria-disabled={!isWalked || undefined} onClick={() => isWalked && save(true)}>
          {say.passed}
        </Button>
        <Button variant="secondary" onClick={() => save(false)}>
          {say.failed}
        </Button>
        <Button variant="quiet" onClick={onLeave}>
          {say.stop}
        </Button>
      </div>
      <p role="status">{saved && say.saved(saved)}</p>
    </div>
  );
}

const someTimes = [1, 10, 30, 60, 300];

/** What a tester can let happen on a page that is opened for no path. */
function PageControls({ page, onSend }: { page: TestedPage; onSend: (message: PanelMessage) => void }) {
  const [message, setMessage] = useState('{"type":"status_update","section_id":1,"status":{"is_active":true}}');
  const act = (wanted: Act) => onSend({ type: 'act.wanted', page: page.page, act: wanted });
  const [first] = page.waiting;
  const controls = [
    { label: say.release, onPress: () => onSend({ type: 'release.wanted', page: page.page }), needsCall: true },
    {
      label: say.refuse,
      onPress: () => first && act({ do: 'answer', call: first, answer: { status: 500 } }),
      needsCall: true,
    },
    { label: say.block, onPress: () => first && act({ do: 'answer', call: first, answer: null }), needsCall: true },
    ...someTimes.map((seconds) => ({
      label: say.pass(seconds),
      onPress: () => act({ do: 'pass', time: seconds * 1_000 }),
      needsCall: false,
    })),
    { label: say.disconnect, onPress: () => act({ do: 'disconnect' }), needsCall: false },
    { label: say.offline, onPress: () => act({ do: 'network', isOnline: false }), needsCall: false },
    { label: say.online, onPress: () => act({ do: 'network', isOnline: true }), needsCall: false },
  ];
  return (
    <div className="mt-4 grid gap-3 text-sm">
      <h3 className="font-semibold">{say.page(page.page)}</h3>
      <label className="flex min-h-11 items-center gap-2">
        <input
          type="checkbox"
          className="size-5 accent-primary"
          checked={page.isHolding}
          onChange={({ target }) => onSend({ type: 'hold.wanted', page: page.page, isHolding: target.checked })}
        />
        {say.hold}
      </label>
      <p role="status">{say.waiting(page.waiting.length)}</p>
      <ol className="font-mono text-xs">
        {numbered(page.waiting).map(({ item: call, number }) => (
          <li key={number}>{call}</li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-2">
        {controls.map(({ label, onPress, needsCall }) => (
          <Button
            key={label}
            variant="secondary"
            aria-disabled={(needsCall && first === undefined) || undefined}
            onClick={onPress}
          >
            {label}
          </Button>
        ))}
      </div>
      <div className="flex flex-wrap items-end gap-2">
        <div className="min-w-64 flex-1">
          <Field
            label={say.message}
            name="message"
            value={message}
            onChange={({ target }) => setMessage(target.value)}
          />
        </div>
        <Button
          variant="secondary"
          aria-disabled={!page.isConnected || undefined}
          onClick={() => page.isConnected && act({ do: 'say', message })}
        >
          {say.say}
        </Button>
      </div>
    </div>
  );
}
