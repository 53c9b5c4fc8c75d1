import { useSelector } from '@xstate/react';
import { type KeyboardEvent, type ReactNode, type RefObject, useRef } from 'react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import { Button } from '../../components/Button';
import { Dialog } from '../../components/Dialog';
import { IconButton } from '../../components/IconButton';
import { isFresh } from '../../components/isFresh';
import { useKeptFocus } from '../../components/useKeptFocus';
import { sourceOf } from '../../machines/logs/logFilters';
import type { logsViewMachine, Neighbours } from '../../machines/logs/logsViewMachine';
import type { logsMachine } from '../../machines/records/logsMachine';
import { nextScale } from '../../machines/records/scales';
import { studentOf } from '../../machines/students/namesakes';
import { messages } from '../../messages';
import type { DetectionLog, ReviewState } from '../../services/app/types';
import { useIsProjecting } from '../app/system';
import { timeOfLog } from '../app/times';
import { useAttendancePage } from '../attendance/attendancePage';
import { ActivityBadge } from '../records/ActivityBadge';
import { isSameLog, useLatest } from '../records/recordsPage';
import { UndoReview, useUndo } from '../records/UndoReview';
import { Answer } from './Answer';
import { ReviewFields } from './ReviewFields';
import { Screenshot } from './Screenshot';

const { logs: logWords, viewer: words } = messages;

type View = SnapshotFrom<typeof logsViewMachine>;
const selectEnlarged = ({ context }: View) => context.enlarged;
const selectZoom = ({ context }: View) => context.zoom;
const selectNeighbours = ({ context }: View) => context.neighbours;
const isFitted = (view: View) => view.hasTag('fitted');

type PictureViewerProps = {
  logs: ActorRefFrom<typeof logsMachine>;
  view: ActorRefFrom<typeof logsViewMachine>;
  /** The logs to step through, in order. */
  found: readonly DetectionLog[];
  /** Called after closing. The element that opened it may be gone. */
  onClosed: () => void;
};

/**
 * An enlarged log: its screenshot, its details and its review. A refetch of the logs beneath does not close it.
 */
export function PictureViewer({ logs, view, found, onClosed }: PictureViewerProps) {
  const { cover } = useAttendancePage();
  const opened = useSelector(view, selectEnlarged);
  const enlarged = opened && cover.log(opened);
  const fitted = useSelector(view, isFitted);
  const zoom = useSelector(view, selectZoom);
  const left = useSelector(view, selectNeighbours);
  const image = useRef<HTMLImageElement>(null);
  const hasPicture = !useIsProjecting() && enlarged !== null && enlarged.screenshot !== null;

  const at = enlarged === null ? -1 : found.findIndex((one) => isSameLog(one, enlarged));
  // A log that is no longer in the list has the neighbours it had when it was changed, or none.
  const neighbours = at < 0 ? left : { previous: found[at - 1], next: found[at + 1] };
  const step = (to: DetectionLog | undefined) => to && view.send({ type: 'screenshot.step', log: to });

  const show = (scale: number | undefined) => {
    if (scale === undefined || image.current === null) return;
    view.send({ type: 'zoom.change', zoom: { scale, width: image.current.naturalWidth * scale } });
  };
  const zoomBy = (way: 'in' | 'out') => show(nextScale((fitted && scaleOf(image.current)) || zoom.scale, way));
  const fit = () => view.send({ type: 'zoom.fit' });

  const keys = new Map<string, (dialog: Element) => void>([
    ['ArrowLeft', () => step(neighbours.previous)],
    ['ArrowRight', () => step(neighbours.next)],
    ['+', () => zoomBy('in')],
    ['=', () => zoomBy('in')],
    ['-', () => zoomBy('out')],
    ['0', fit],
    ['1', () => show(1)],
    ['s', (dialog) => pressChoice(dialog, 'seen')],
    ['d', (dialog) => pressChoice(dialog, 'dismissed')],
  ]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target instanceof HTMLTextAreaElement) return;
    // A dialog above it has its own keys. React tells its parents of them, too.
    if (event.target instanceof Node && !event.currentTarget.contains(event.target)) return;
    // While zoomed, the arrows scroll the focused picture.
    const movesPicture = !fitted && event.target instanceof HTMLElement && event.target.dataset.picture !== undefined;
    const press = keys.get(event.key.length === 1 ? event.key.toLowerCase() : event.key);
    if (press === undefined || (movesPicture && event.key.startsWith('Arrow'))) return;
    event.preventDefault();
    press(event.currentTarget);
  };

  return (
    <Dialog
      size="large"
      open={enlarged !== null}
      title={enlarged === null ? '' : titleOf(enlarged)}
      onClose={() => view.send({ type: 'screenshot.close' })}
      onClosed={onClosed}
      onKeyDown={onKeyDown}
    >
      {enlarged && (
        <Viewed logs={logs} view={view} enlarged={enlarged} neighbours={neighbours} image={image}>
          <div className="-ml-3 flex items-center">
            <IconButton
              icon="chevronLeft"
              label={words.previous}
              aria-disabled={neighbours.previous === undefined || undefined}
              onClick={() => step(neighbours.previous)}
            />
            <IconButton
              icon="chevronRight"
              label={words.next}
              aria-disabled={neighbours.next === undefined || undefined}
              onClick={() => step(neighbours.next)}
            />
            <p role="status" className="px-1 text-sm whitespace-nowrap text-muted tabular-nums">
              {at >= 0 && words.position(at + 1, found.length)}
            </p>
          </div>
          {hasPicture && (
            <fieldset aria-label={words.zoom} className="flex items-center">
              <IconButton icon="minus" label={words.zoomOut} onClick={() => zoomBy('out')} />
              <Button variant="quiet" aria-pressed={fitted} onClick={fit}>
                {words.fit}
              </Button>
              <Button variant="quiet" aria-pressed={!fitted && zoom.scale === 1} onClick={() => show(1)}>
                {words.ownSize}
              </Button>
              <IconButton icon="plus" label={words.zoomIn} onClick={() => zoomBy('in')} />
            </fieldset>
          )}
        </Viewed>
      )}
    </Dialog>
  );
}

/** Reviews by keyboard, unless the buttons have just come. */
function pressChoice(dialog: Element, state: ReviewState) {
  const button = dialog.querySelector<HTMLElement>(`[data-value="${state}"]`);
  if (button && !isFresh(button)) button.click();
}

const titleOf = (log: DetectionLog) =>
  (log.screenshot === null ? words.withoutPicture : logWords.screenshotOf)(studentOf(log));

/** Returns the scale at which a picture is shown; 0 while unknown. */
function scaleOf(image: HTMLImageElement | null): number {
  if (image === null || image.naturalWidth === 0 || image.naturalHeight === 0) return 0;
  return Math.min(image.clientWidth / image.naturalWidth, image.clientHeight / image.naturalHeight);
}

type ViewedProps = Omit<PictureViewerProps, 'found' | 'onClosed'> & {
  enlarged: DetectionLog;
  neighbours: Neighbours;
  image: RefObject<HTMLImageElement | null>;
  /** The controls above the picture. */
  children: ReactNode;
};

/** The picture, scaled to what the window leaves, with the details beside it or, in a narrow window, below. */
function Viewed({ logs, view, enlarged, neighbours, image, children }: ViewedProps) {
  const known = useLatest(enlarged);
  const log = known ?? enlarged;
  const undo = useUndo(useAttendancePage());
  const isHidden = useIsProjecting();
  const zoom = useSelector(view, selectZoom);
  const fitted = useSelector(view, isFitted);
  // The review fields disappear with a deleted log.
  const { region } = useKeptFocus<HTMLDivElement>();
  return (
    <div {...region} className="flex flex-col gap-4 lg:min-h-0 lg:flex-1 lg:flex-row lg:gap-6">
      <div className="flex min-w-0 flex-col gap-2 lg:flex-1">
        <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-2">{children}</div>
        {/* biome-ignore lint/a11y/useSemanticElements: a region would be one more landmark within the dialog. */}
        <div
          role="group"
          aria-label={words.picture}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by keyboard.
          tabIndex={0}
          data-autofocus
          data-picture
          className="flex h-[min(50dvh,75vw)] overflow-auto rounded-control bg-sunken lg:h-auto lg:min-h-0 lg:flex-1"
        >
          {isHidden || log.screenshot === null ? (
            <p className="m-auto p-4 text-center text-muted">
              {log.screenshot === null ? words.noPicture : messages.projector.picture}
            </p>
          ) : (
            <Screenshot
              ref={image}
              logs={logs}
              address={log.screenshot}
              alt={logWords.screenshotOf(studentOf(log))}
              style={fitted || zoom.width === 0 ? undefined : { width: zoom.width }}
              className={fitted ? 'size-full object-contain' : 'm-auto h-auto max-w-none'}
            />
          )}
        </div>
      </div>
      {/* The padding leaves room for focus rings. */}
      <div className="grid content-start gap-x-8 gap-y-4 sm:max-lg:grid-cols-2 lg:-m-1 lg:w-82 lg:shrink-0 lg:overflow-y-auto lg:p-1">
        <dl className="grid content-start gap-y-2 text-sm">
          <Fact name={logWords.time}>{timeOfLog(log)}</Fact>
          <Fact name={logWords.student}>
            <span>{studentOf(log)}</span>
            {log.studentName !== '' && log.studentEmail !== '' && (
              <span className="block text-xs text-muted">{log.studentEmail}</span>
            )}
          </Fact>
          <Fact name={logWords.activity}>
            <ActivityBadge type={log.activityType} />
          </Fact>
          <Fact name={logWords.details}>{log.details || logWords.noDetails}</Fact>
          {log.source !== '' && <Fact name={logWords.source}>{sourceOf(log)}</Fact>}
        </dl>
        <Answer log={log} />
        {log.review !== undefined && !isHidden && (
          <>
            <ReviewFields view={view} log={log} isGone={known === undefined} neighbours={neighbours} />
            {/* In view, wherever the review was pressed. */}
            <div className="sticky bottom-0 -mx-1 min-h-9 bg-surface px-1 sm:max-lg:col-span-2">
              <UndoReview {...undo} />
            </div>
            <p className="text-xs text-muted max-sm:hidden">{words.keys}</p>
          </>
        )}
      </div>
    </div>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[6.5rem_minmax(0,1fr)] gap-3">
      <dt className="text-muted">{name}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  );
}
