import { useSelector } from '@xstate/react';
import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  memo,
  type RefObject,
  startTransition,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
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
import { IconButton } from '../../components/IconButton';
import { TextLink } from '../../components/TextLink';
import { restoreFocus } from '../../components/useKeptFocus';
import { LARGE_ROW_COUNT } from '../../constants';
import { isUnwatched, type Watch } from '../../machines/lesson/watch';
import { type Incident, isHappening, sightingsOf } from '../../machines/records/episodes';
import { type logsMachine, selectLogsProblem } from '../../machines/records/logsMachine';
import { studentOf } from '../../machines/students/namesakes';
import type { LookNowRow, UndoableReview } from '../../machines/triage/lookNow';
import type { Reviewed } from '../../machines/triage/sectionMachine';
import { messages } from '../../messages';
import { lookNowHash, paths } from '../../paths';
import { usePreference, useSystem } from '../app/system';
import { ageOf } from '../app/times';
import { useTime } from '../app/useTime';
import { Screenshot } from '../logs/Screenshot';
import { ActivityLine, activityName } from '../records/ActivityBadge';
import { DismissReasons } from '../records/DismissReasons';
import { LookNowKeys } from './LookNowKeys';
import { lessonNow } from './useLesson';

const { lookNow: words, logs: logsWords } = messages;

/** What a row can do. Must keep their identity: each press would re-render all rows otherwise. */
type RowActions = {
  onReview: (review: Reviewed) => void;
  onOpenStudent: (key: string) => void;
  onOpenPicture: (incident: Incident) => void;
};

type LookNowProps = RowActions & {
  rows: readonly LookNowRow[];
  /** The students of the last review, while it can be undone. */
  undoable: UndoableReview | null;
  onUndo: () => void;
  logs: ActorRefFrom<typeof logsMachine>;
  watch: Watch;
  /** How many students' devices watch; null if nobody was invited. */
  watching: { count: number; of: number } | null;
};

/** Who needs the teacher now: one row for each student with unseen episodes. */
export const LookNow = memo(function LookNow(props: LookNowProps) {
  const { rows, onReview, onUndo, onOpenStudent, onOpenPicture, logs, watch } = props;
  // Handled after the row has been painted.
  const undoable = useDeferredValue(props.undoable);
  const list = useRef<HTMLUListElement>(null);
  // Here, since a row may move while it asks.
  const [asked, setAsked] = useState('');
  const card = useRef<HTMLElement>(null);
  const { hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each press of the link leads here again.
  useEffect(() => {
    if (hash !== lookNowHash) return;
    const row = card.current?.querySelector<HTMLElement>('[data-row]');
    (row ?? card.current?.querySelector('h2'))?.focus();
  }, [hash, key]);
  const onKeyDown = useLookNowKeys(card, list, onUndo);
  const followFocus = useFocusWithStudent(list, rows);
  const unseen = rows.filter(({ isSeen }) => !isSeen);
  const seeAll = () => onReview({ state: 'seen', sightings: unseen.flatMap(({ incident }) => sightingsOf(incident)) });
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
            <Button variant="quiet" onClick={seeAll} className="px-2!">
              {words.markAllSeen}
            </Button>
          )}
          <LookNowKeys />
        </>
      }
    >
      {/* As tall with rows as without, so that the content below does not move. */}
      <div className="-mx-1 h-82.5 min-h-0 @4xl:h-auto @4xl:flex-1 @4xl:basis-0">
        <div className="whole-rows flex flex-col overflow-y-auto overscroll-contain px-1">
          {rows.length === 0 ? (
            <Quiet logs={logs} watch={watch} watching={props.watching} />
          ) : (
            <ul ref={list} aria-label={words.title} {...followFocus} className="divide-y divide-line">
              {rows.map(({ incident, isSeen }, place) => (
                <Row
                  key={placeKey(place)}
                  incident={incident}
                  isSeen={isSeen}
                  isLarge={place < LARGE_ROW_COUNT}
                  isAsking={asked === shownIn(incident)}
                  {...{ logs, onReview, onOpenStudent, onOpenPicture }}
                  onAsk={setAsked}
                />
              ))}
            </ul>
          )}
        </div>
      </div>
      {/* On a phone its end may lie below the window. */}
      <div
        className={classes(
          'flex h-11 shrink-0 items-center justify-end contain-layout contain-size tall:max-sm:sticky tall:max-sm:bottom-2 wide:pointer-fine:h-9',
          undoable ? 'max-sm:bg-surface' : 'pointer-events-none',
        )}
      >
        <Undo undoable={undoable} onUndo={onUndo} />
      </div>
    </Card>
  );
});

/** The last review, while it can be undone. */
export function Undo({ undoable, onUndo }: Pick<LookNowProps, 'undoable' | 'onUndo'>) {
  return (
    <div className="flex min-w-0 items-center gap-1 text-sm">
      <p role="status" className="min-w-0 truncate text-muted">
        {undoable && words.reviewed(undoable.state === 'dismissed' ? words.dismissed : words.seen, undoable.students)}
      </p>
      {undoable && (
        <Button variant="quiet" onClick={onUndo} className="min-h-9! px-2!">
          {words.undo}
        </Button>
      )}
    </div>
  );
}

const icons: Partial<Record<Watch, IconName>> = { watching: 'check', unreachable: 'unreachable' };

const haveFailed = (logs: SnapshotFrom<typeof logsMachine>) => selectLogsProblem(logs) !== null;
const wereFetched = ({ context }: SnapshotFrom<typeof logsMachine>) => context.fetchedAt !== null;

/** Why the list is empty. All is quiet only if something watches and the logs are loaded. */
function Quiet({ logs, watch: ofSession, watching }: Pick<LookNowProps, 'logs' | 'watch' | 'watching'>) {
  const failed = useSelector(logs, haveFailed);
  const fetched = useSelector(logs, wereFetched);
  const watch = failed ? 'unreachable' : fetched ? ofSession : 'checking';
  const texts = messages.watch[watch];
  // Students who are not watched cannot be called quiet.
  const unwatched = watch === 'watching' && watching !== null && watching.count < watching.of ? watching : null;
  if (unwatched !== null) {
    return (
      <EmptyState
        icon="info"
        action={<TextLink to={paths.howDetectionWorks}>{messages.howDetectionWorks.title}</TextLink>}
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

/** Keyed by place: the height of a row depends on its place alone, so new ones do not move those in view. */
const placeKey = (place: number) => String(place);

type RowProps = LookNowRow &
  RowActions &
  Pick<LookNowProps, 'logs'> & {
    isLarge: boolean;
    /** The dismissal needs a reason. */
    isAsking: boolean;
    /** Called with the episode whose dismissal needs a reason; empty for none. */
    onAsk: (shown: string) => void;
  };

/** Identifies the episode that a row names. */
const shownIn = ({ episodes: [newest] }: Incident) => `${newest.key} ${newest.first}`;

const Row = memo(function Row({ incident, isSeen, isLarge, isAsking, logs, onReview, ...props }: RowProps) {
  const { episodes } = incident;
  const [newest] = episodes[0].logs;
  const student = studentOf(newest);
  const types = [...new Set(episodes.map(({ activityType }) => activityType))];
  const activities = types.map(activityName).join(', ');
  const picture = isLarge ? pictureOf(incident) : null;
  const isReviewable = newest.review !== undefined;
  // Another episode gets new buttons with a delay: a press meant for the previous one must not review it.
  const shown = shownIn(incident);
  const [isPointed, setPointed] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const cancel = () => props.onAsk('');
  const keep = () => {
    // Removing a focused reason would lose the focus.
    opener.current?.focus({ preventScroll: true });
    cancel();
  };
  const closeReasons = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isAsking) return;
    event.preventDefault();
    keep();
  };
  const toggleReasons = (event: MouseEvent) => {
    if (isSeen) return;
    if (isAsking) return keep();
    // Keys and programs click without a pointer.
    setPointed(event.detail > 0);
    props.onAsk(shown);
  };
  const dismiss = (note: string) => {
    if (isSeen) return;
    // The row shows the answer before anything else is computed.
    startTransition(cancel);
    onReview({ state: 'dismissed', note, sightings: sightingsOf(incident) });
  };
  return (
    <li
      data-student={incident.student}
      className={classes(
        // A change in a row lays out nothing else.
        'flex overflow-hidden contain-strict',
        // The name stays above the reasons.
        isAsking ? 'flex-col justify-center' : 'items-center gap-x-2',
        isLarge || isAsking ? 'h-16.5' : 'h-11 wide:pointer-fine:h-9',
        isSeen && 'text-muted',
      )}
    >
      <div className={classes('min-w-0', !isAsking && 'flex-1', (!isLarge || isAsking) && 'flex items-center gap-x-2')}>
        <button
          type="button"
          data-row
          onClick={() => props.onOpenStudent(incident.student)}
          title={student}
          aria-label={student}
          className="flex max-w-full min-w-0 rounded-control text-left text-sm leading-5 font-semibold -outline-offset-2 hover:underline"
        >
          <span dir="auto" className="min-w-0 truncate">
            {newest.distinction === undefined ? student : newest.studentName}
          </span>
          {newest.distinction !== undefined && (
            <span className="max-w-2/3 shrink-0 truncate pl-1">{messages.apart(newest.distinction)}</span>
          )}
        </button>
        <ActivityLine types={types} isNamed={isLarge} />
        {!isAsking && <Facts incident={incident} isLarge={isLarge} />}
      </div>
      {picture !== null && !isAsking && (
        <button
          type="button"
          aria-label={logsWords.showScreenshot(student)}
          onClick={() => props.onOpenPicture(incident)}
          className="shrink-0 rounded-control"
        >
          <Screenshot
            key={picture}
            logs={logs}
            address={picture}
            alt=""
            loading="lazy"
            className="h-11 w-14 rounded-control bg-sunken object-cover"
          />
        </button>
      )}
      <div key={shown} className={classes('flex shrink-0', isAsking ? 'press-delay-again' : 'press-delay')}>
        {isAsking ? (
          <DismissReasons student={student} onDismiss={dismiss} onCancel={keep} keptOpener={{ isPointed }} />
        ) : (
          <IconButton
            icon={isSeen ? 'check' : 'tick'}
            data-see
            label={(isSeen ? words.hasSeen : words.markSeen)(student, activities)}
            aria-disabled={isSeen || undefined}
            onClick={() => !isSeen && onReview({ state: 'seen', sightings: sightingsOf(incident) })}
            className={rowButton}
          />
        )}
        {/* Stays while the reasons are asked: a browser takes long to remove the focused button and to move the focus. */}
        {isReviewable && (
          <IconButton
            icon="close"
            ref={opener}
            data-dismiss
            onKeyDown={closeReasons}
            label={isAsking ? words.keep : words.dismiss(student)}
            aria-disabled={isSeen || undefined}
            onClick={toggleReasons}
            className={rowButton}
          />
        )}
      </div>
    </li>
  );
});

const rowButton = 'wide:pointer-fine:size-9';

/** The age of the latest episode, and how many there were lately. */
function Facts({ incident, isLarge }: Pick<RowProps, 'incident' | 'isLarge'>) {
  const [latest] = incident.episodes;
  const time = useTime((current) => {
    const now = lessonNow(current);
    return isHappening(latest, now) ? words.now : words.ago(ageOf(now - latest.last));
  });
  const facts = isLarge && incident.recent > 1 ? [words.often(incident.recent), time] : [time];
  return (
    <span className={classes('block truncate text-xs text-muted tabular-nums', !isLarge && 'ml-auto shrink-0')}>
      {facts.join(' · ')}
    </span>
  );
}

/** Returns the newest picture of what the row names. */
const pictureOf = ({ episodes: [latest] }: Incident) =>
  latest.logs.find(({ screenshot }) => screenshot !== null)?.screenshot ?? null;

/** Reviews by keyboard (see {@link LookNowKeys}). Returns the listener for the list. */
function useLookNowKeys(
  card: RefObject<HTMLElement | null>,
  list: RefObject<HTMLUListElement | null>,
  onUndo: () => void,
) {
  const isAnywhere = usePreference(useSystem().pageKeys);
  const press = (event: Pick<KeyboardEvent, 'key' | 'preventDefault'>) => {
    const rows = [...(list.current?.querySelectorAll('li') ?? [])];
    const at = rows.findIndex((row) => row.contains(document.activeElement));
    const focus = (place: number) => rows[place]?.querySelector<HTMLElement>('[data-row]')?.focus();
    const click = (selector: string) => {
      const button = rows[at]?.querySelector<HTMLElement>(selector);
      // A new incident has just come to this row.
      if (button && getComputedStyle(button).pointerEvents !== 'none') button.click();
    };
    const keys = new Map<string, () => void>([
      ['j', () => focus(at + 1)],
      ['k', () => focus(Math.max(0, at - 1))],
      [
        's',
        () => {
          click('[data-see]');
          focus(at + 1);
        },
      ],
      ['d', () => click('[data-dismiss]')],
      ['u', onUndo],
      ['?', () => card.current?.querySelector<HTMLElement>('[data-keys]')?.click()],
    ]);
    const act = keys.get(event.key.toLowerCase());
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

/** What can have the focus in a row. */
const parts = ['[data-row]', '[data-see]', '[data-dismiss]'];

/** Takes the focus along when the student whose row has it moves to another place. Returns the list’s listeners. */
function useFocusWithStudent(list: RefObject<HTMLUListElement | null>, rows: readonly LookNowRow[]) {
  const focused = useRef<{ student: string; part: string } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows may have changed places.
  useLayoutEffect(() => {
    if (focused.current === null) return;
    const { activeElement } = document;
    // Elsewhere the focus must not be taken from the teacher, not even when the student's row comes back.
    if (list.current === null || (activeElement !== document.body && !list.current.contains(activeElement))) {
      focused.current = null;
      return;
    }
    const { student, part } = focused.current;
    if (activeElement?.closest<HTMLElement>('[data-student]')?.dataset.student === student) return;
    const moved = [...list.current.querySelectorAll<HTMLElement>('[data-student]')].find(
      ({ dataset }) => dataset.student === student,
    );
    restoreFocus(moved?.querySelector<HTMLElement>(part), { preventScroll: true });
  }, [list, rows]);
  return {
    onFocus({ target }: FocusEvent) {
      const student = target.closest<HTMLElement>('[data-student]')?.dataset.student;
      const part = parts.find((one) => target.matches(one));
      focused.current = student === undefined || part === undefined ? null : { student, part };
    },
    onBlur({ target }: FocusEvent) {
      // A button that goes with its row has not been left.
      queueMicrotask(() => {
        if (target.isConnected && list.current?.contains(document.activeElement) !== true) focused.current = null;
      });
    },
  };
}

const isModified = ({ altKey, ctrlKey, metaKey }: Pick<KeyboardEvent, 'altKey' | 'ctrlKey' | 'metaKey'>) =>
  altKey || ctrlKey || metaKey;
