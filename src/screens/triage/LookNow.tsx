import { useSelector } from '@xstate/react';
import {
  type KeyboardEvent,
  memo,
  type ReactNode,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { useLocation } from 'react-router-dom';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import { Button } from '../../components/Button';
import { Card } from '../../components/Card';
import { classes } from '../../components/classes';
import { EmptyState } from '../../components/EmptyState';
import type { IconName } from '../../components/Icon';
import { isFresh } from '../../components/isFresh';
import { TextLink } from '../../components/TextLink';
import { useRowsBelow } from '../../components/useRowsBelow';
import { LARGE_ROW_COUNT } from '../../constants';
import { isUnwatched, type Watch } from '../../machines/lesson/watch';
import { type logsMachine, selectLogsProblem } from '../../machines/records/logsMachine';
import type { LookNowRow } from '../../machines/triage/lookNow';
import { messages } from '../../messages';
import { lookNowHash, paths } from '../../paths';
import { usePreference, useSystem } from '../app/system';
import { useIsOffline } from '../live/ChannelTrouble';
import { type Undo, UndoReview } from '../records/UndoReview';
import { type Asked, IncidentRow, type RowActions, shownIn } from './IncidentRow';
import { LookNowKeys } from './LookNowKeys';
import { SeeAll } from './SeeAll';
import { useFocusedRow } from './useFocusedRow';

const { lookNow: words } = messages;

type LookNowProps = RowActions & {
  rows: readonly LookNowRow[];
  undo: Undo;
  logs: ActorRefFrom<typeof logsMachine>;
  watch: Watch;
  /** Something can be said about the present. */
  isLive: boolean;
  /** How many students' devices watch; null if nobody was invited. */
  watching: { count: number; of: number } | null;
  /** How students join, shown while the list is empty; null for nothing. */
  invitation: ReactNode;
};

/** Who needs the teacher now: one row for each student with unseen episodes. */
export const LookNow = memo(function LookNow(props: LookNowProps) {
  const { rows, onReview, onOpenStudent, onOpenPicture, logs, watch, isLive } = props;
  // Handled after the row has been painted.
  const undo = useDeferredValue(props.undo);
  // Here, since a row may move while it asks.
  const [asked, setAsked] = useState<Asked | null>(null);
  const [isExplained, setExplained] = useState(false);
  const card = useRef<HTMLElement>(null);
  const { hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each press of the link leads here again.
  useEffect(() => {
    if (hash !== lookNowHash) return;
    const row = card.current?.querySelector<HTMLElement>('[data-row]');
    (row ?? card.current?.querySelector('h2'))?.focus();
  }, [hash, key]);
  const { listeners, focusedPlace, find } = useFocusedRow(rows);
  const focus = (place: number) => find(place, '[data-row]')?.focus();
  const { scroller, below, showMore } = useRowsBelow(listeners.ref, rows.length > 0);
  const unseen = rows.filter(({ isSeen }) => !isSeen);
  const unseenRows = () => rows.flatMap(({ isSeen }, place) => (isSeen ? [] : (find(place, '[data-row]') ?? [])));
  const seeAll = () =>
    onReview(
      unseen.flatMap(({ incident }) => incident.episodes),
      'seen',
    );
  const onKeyDown = useLookNowKeys({
    j: () => focus(focusedPlace() + 1),
    k: () => focus(Math.max(0, focusedPlace() - 1)),
    s() {
      const place = focusedPlace();
      const button = find(place, '[data-see]');
      const row = rows[place];
      if (row && !row.isSeen && button && !isFresh(button)) onReview(row.incident.episodes, 'seen');
      focus(place + 1);
    },
    d() {
      const button = find(focusedPlace(), '[data-dismiss]');
      if (button && !isFresh(button)) button.click();
    },
    u: undo.undo,
    '?': () => setExplained(true),
  });
  return (
    <Card
      ref={card}
      onKeyDown={onKeyDown}
      title={words.title}
      dense
      className="flex h-full flex-col"
      actions={
        <>
          {unseen.length > 0 && (
            <SeeAll question={words.markStudents(unseen.length)} rows={unseenRows} onSee={seeAll} className="px-2!" />
          )}
          <LookNowKeys isOpen={isExplained} onToggle={setExplained} />
        </>
      }
    >
      {/* As tall with rows as without, so that the content below does not move. */}
      <div className="-mx-1 h-82.5 min-h-0 @4xl:h-auto @4xl:flex-1 @4xl:basis-0">
        <div ref={scroller} className="whole-rows flex flex-col overflow-y-auto overscroll-contain px-1">
          {rows.length === 0 ? (
            <Quiet logs={logs} watch={watch} watching={props.watching} invitation={props.invitation} />
          ) : (
            <ul aria-label={words.title} {...listeners} className="divide-y divide-line">
              {rows.map(({ incident, isSeen }, place) => (
                <IncidentRow
                  // By place: the height of a row depends on its place alone, so new ones do not move those in view.
                  key={String(place)}
                  incident={incident}
                  isSeen={isSeen}
                  isLarge={place < LARGE_ROW_COUNT}
                  asked={asked?.shown === shownIn(incident) ? asked : null}
                  {...{ logs, isLive, onReview, onOpenStudent, onOpenPicture }}
                  onAsk={setAsked}
                />
              ))}
            </ul>
          )}
        </div>
      </div>
      {/* In view, although the card may end below the window. */}
      <div
        className={classes(
          'flex h-11 shrink-0 items-center justify-between gap-2 contain-layout contain-size tall:@4xl:sticky tall:@4xl:bottom-2 wide:pointer-fine:h-9',
          undo.sentence !== undefined && 'tall:sticky tall:bottom-2',
          undo.sentence !== undefined || below > 0 ? 'bg-surface' : 'pointer-events-none',
        )}
      >
        {/* Browsers may hide the scrollbar. */}
        <span className="shrink-0">
          {below > 0 && (
            <Button variant="quiet" onClick={showMore} className="min-h-9! px-1! text-sm tabular-nums">
              {words.more(below)}
            </Button>
          )}
        </span>
        <UndoReview {...undo} />
      </div>
    </Card>
  );
});

const icons: Partial<Record<Watch, IconName>> = { watching: 'check', unreachable: 'unreachable' };

const haveFailed = (logs: SnapshotFrom<typeof logsMachine>) => selectLogsProblem(logs) !== null;
const wereFetched = ({ context }: SnapshotFrom<typeof logsMachine>) => context.fetchedAt !== null;

/** Why the list is empty. All is quiet only if something watches and the logs are loaded. */
function Quiet({
  logs,
  watch: ofSession,
  watching,
  invitation,
}: Pick<LookNowProps, 'logs' | 'watch' | 'watching' | 'invitation'>) {
  const failed = useSelector(logs, haveFailed);
  const fetched = useSelector(logs, wereFetched);
  const watch = failed ? 'unreachable' : fetched ? ofSession : 'checking';
  const isOffline = useIsOffline();
  const texts = watch === 'unreachable' && isOffline ? words.offline : messages.watch[watch];
  // Students who are not watched cannot be called quiet.
  const unwatched = watch === 'watching' && watching !== null && watching.count < watching.of ? watching : null;
  if (invitation !== null && !(unwatched !== null && unwatched.count > 0)) return invitation;
  if (unwatched !== null) {
    return (
      <EmptyState
        icon="info"
        action={invitation ?? <TextLink to={paths.howDetectionWorks}>{messages.howDetectionWorks.title}</TextLink>}
      >
        {words.quietOf(unwatched.count, unwatched.of)}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={icons[watch] ?? (isUnwatched(watch) ? 'alert' : 'info')}
      action={<TextLink to={paths.howDetectionWorks}>{messages.howDetectionWorks.title}</TextLink>}
    >
      <span className={classes('block', isUnwatched(watch) && 'font-semibold text-ink')}>{texts.sentence}</span>
      {'hint' in texts && <span className="mt-1 block text-sm">{texts.hint}</span>}
    </EmptyState>
  );
}

const isModified = ({ altKey, ctrlKey, metaKey }: Pick<KeyboardEvent, 'altKey' | 'ctrlKey' | 'metaKey'>) =>
  altKey || ctrlKey || metaKey;

/** Reviews by keyboard (see {@link LookNowKeys}). Returns the listener for the card. */
function useLookNowKeys(keys: Readonly<Record<string, () => void>>) {
  const isAnywhere = usePreference(useSystem().pageKeys);
  const press = (event: Pick<KeyboardEvent, 'key' | 'preventDefault'>) => {
    const act = keys[event.key.toLowerCase()];
    if (act === undefined) return;
    event.preventDefault();
    act();
  };
  const pressAnywhere = useEffectEvent((event: globalThis.KeyboardEvent) => {
    const { target } = event;
    const isTyping =
      target instanceof Element && target.closest('input, textarea, select, [role="dialog"], [role="menu"]');
    if (!isTyping && !isModified(event) && !event.defaultPrevented) press(event);
  });
  useEffect(() => {
    if (!isAnywhere) return;
    const listener = (event: globalThis.KeyboardEvent) => pressAnywhere(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, [isAnywhere]);
  return (event: KeyboardEvent) => {
    // React also bubbles events of the menus opened here.
    const isInside = event.target instanceof Node && event.currentTarget.contains(event.target);
    if (isInside && !isModified(event)) press(event);
  };
}
