import { useSelector } from '@xstate/react';
import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import { Button } from '../../components/Button';
import { Dialog } from '../../components/Dialog';
import { Icon } from '../../components/Icon';
import { IconButton } from '../../components/IconButton';
import { studentOf } from '../../machines/logFilters';
import type { logsMachine } from '../../machines/logsMachine';
import { type logsViewMachine, nextScale } from '../../machines/logsViewMachine';
import { messages } from '../../messages';
import type { DetectionLog } from '../../services/types';
import { ActivityBadge } from './ActivityBadge';
import { dateAndTime } from './times';

const { logs: logWords, viewer: words } = messages;

type Logs = SnapshotFrom<typeof logsMachine>;
type View = SnapshotFrom<typeof logsViewMachine>;
const selectEnlarged = ({ context }: View) => context.enlarged;
const selectZoom = ({ context }: View) => context.zoom;
const isFitted = (view: View) => view.hasTag('fitted');

const isSame = (a: DetectionLog, b: DetectionLog) => a.id === b.id && a.time === b.time;

/** The log as it was fetched last: the address of its screenshot may be another one by now. */
const latest = (log: DetectionLog, { context }: Logs) => context.logs.find((one) => isSame(one, log)) ?? log;

type PictureViewerProps = {
  logs: ActorRefFrom<typeof logsMachine>;
  view: ActorRefFrom<typeof logsViewMachine>;
  /** What can be gone through, in its order; those without a screenshot are passed over. */
  found: readonly DetectionLog[];
};

/** A screenshot shown large, with what is known of it. The logs may be fetched anew beneath it: it stays where it is. */
export function PictureViewer({ logs, view, found }: PictureViewerProps) {
  const enlarged = useSelector(view, selectEnlarged);
  return (
    <Dialog
      size="large"
      open={enlarged !== null}
      personal
      title={enlarged === null ? '' : logWords.screenshotOf(studentOf(enlarged))}
      onClose={() => view.send({ type: 'screenshot.close' })}
    >
      {enlarged && <Picture logs={logs} view={view} found={found} enlarged={enlarged} />}
    </Dialog>
  );
}

function Picture({ logs, view, found, enlarged }: PictureViewerProps & { enlarged: DetectionLog }) {
  const log = useSelector(logs, (snapshot) => latest(enlarged, snapshot));
  const zoom = useSelector(view, selectZoom);
  const fitted = useSelector(view, isFitted);
  const image = useRef<HTMLImageElement>(null);

  const pictures = found.filter(({ screenshot }) => screenshot !== null);
  const at = pictures.findIndex((one) => isSame(one, enlarged));
  // One that is not among them any more has no neighbours.
  const [previous, next] = at < 0 ? [] : [pictures[at - 1], pictures[at + 1]];
  const step = (to: DetectionLog | undefined) => to && view.send({ type: 'screenshot.step', log: to });

  const show = (scale: number | undefined) => {
    const width = image.current?.naturalWidth ?? 0;
    if (scale !== undefined) view.send({ type: 'zoom.change', zoom: { scale, width: width * scale } });
  };
  const zoomBy = (way: 'in' | 'out') => {
    const { clientWidth = 0, naturalWidth = 0 } = image.current ?? {};
    const isShown = fitted && clientWidth > 0 && naturalWidth > 0;
    show(nextScale(isShown ? clientWidth / naturalWidth : zoom.scale, way));
  };
  const fit = () => view.send({ type: 'zoom.fit' });

  const keys = new Map<string, () => void>([
    ['ArrowLeft', () => step(previous)],
    ['ArrowRight', () => step(next)],
    ['+', () => zoomBy('in')],
    ['=', () => zoomBy('in')],
    ['-', () => zoomBy('out')],
    ['0', fit],
    ['1', () => show(1)],
  ]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    // Zoomed, the arrows move the picture that has the focus, as they move all that scrolls.
    const movesPicture = !fitted && event.target instanceof HTMLElement && event.target.dataset.picture !== undefined;
    const press = keys.get(event.key);
    if (press === undefined || (movesPicture && event.key.startsWith('Arrow'))) return;
    event.preventDefault();
    press();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only keys that its buttons repeat.
    <div onKeyDown={onKeyDown} className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <div className="flex items-center gap-2">
          <Button variant="secondary" aria-disabled={previous === undefined} onClick={() => step(previous)}>
            <Icon name="chevronLeft" />
            {words.previous}
          </Button>
          <Button variant="secondary" aria-disabled={next === undefined} onClick={() => step(next)}>
            {words.next}
            <Icon name="chevronRight" />
          </Button>
          <p role="status" className="px-1 text-sm whitespace-nowrap text-muted tabular-nums">
            {at >= 0 && words.position(at + 1, pictures.length)}
          </p>
        </div>
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
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a region would be one more landmark within the dialog. */}
      <div
        role="group"
        aria-label={words.picture}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled by the keyboard.
        tabIndex={0}
        data-autofocus
        data-picture
        className="flex h-[min(60dvh,48rem)] overflow-auto rounded-control bg-sunken"
      >
        {log.screenshot !== null && (
          <img
            ref={image}
            src={log.screenshot}
            alt={logWords.screenshotOf(studentOf(log))}
            onError={() => logs.send({ type: 'picture.failed' })}
            style={fitted || zoom.width === 0 ? undefined : { width: zoom.width }}
            className={
              fitted ? 'personal m-auto max-h-full max-w-full object-contain' : 'personal m-auto h-auto max-w-none'
            }
          />
        )}
      </div>
      <dl className="grid gap-x-6 gap-y-2 text-sm sm:grid-cols-2">
        <Fact name={logWords.time}>{log.time === null ? logWords.unknownTime : dateAndTime.format(log.time)}</Fact>
        <Fact name={logWords.student}>
          <span className="personal">{studentOf(log)}</span>
          {log.studentName !== '' && log.studentEmail !== '' && (
            <span className="personal block text-xs text-muted">{log.studentEmail}</span>
          )}
        </Fact>
        <Fact name={logWords.activity}>
          <ActivityBadge type={log.activityType} />
        </Fact>
        <Fact name={logWords.details}>{log.details || logWords.noDetails}</Fact>
        {log.review !== undefined && (
          <Fact name={messages.logFilters.review}>
            {messages.logFilters.reviews[log.review?.state ?? 'none']}
            {log.review?.note && <span className="block text-muted">{log.review.note}</span>}
          </Fact>
        )}
      </dl>
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
