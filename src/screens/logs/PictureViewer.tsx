import { useSelector } from '@xstate/react';
import { type KeyboardEvent, type ReactNode, type RefObject, useRef } from 'react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import { ActionRow } from '../../components/ActionRow';
import { Button } from '../../components/Button';
import { Choice } from '../../components/Choice';
import { Dialog } from '../../components/Dialog';
import { IconButton } from '../../components/IconButton';
import { NoticeRegion } from '../../components/NoticeRegion';
import { TextAreaField } from '../../components/TextAreaField';
import { useKeptFocus } from '../../components/useKeptFocus';
import { MAX_NOTE_LENGTH } from '../../constants';
import type { logsMachine } from '../../machines/logs/logsMachine';
import type { logsViewMachine, Neighbours } from '../../machines/logs/logsViewMachine';
import { messages } from '../../messages';
import { sourceOf, studentOf } from '../../model/logs/logFilters';
import { nextScale } from '../../model/logs/scales';
import type { DetectionLog } from '../../services/types';
import { useIsProjecting } from '../app/system';
import { dateAndTime } from '../app/times';
import { isSameLog, useLatest, useSectionPage } from '../section/sectionPage';
import { ActivityBadge } from './ActivityBadge';
import { Screenshot } from './Screenshot';

const { logs: logWords, logFilters: filterWords, review: reviewWords, viewer: words } = messages;

type View = SnapshotFrom<typeof logsViewMachine>;
const selectEnlarged = ({ context }: View) => context.enlarged;
const selectZoom = ({ context }: View) => context.zoom;
const selectNotes = ({ context }: View) => context.notes;
const selectNeighbours = ({ context }: View) => context.neighbours;
const selectProblem = ({ context }: View) => context.problem;
const isSaving = (view: View) => view.matches({ enlarging: { change: 'saving' } });
const isSaved = (view: View) => view.matches({ enlarging: { change: { none: 'saved' } } });
const isDeleted = (view: View) => view.matches({ enlarging: { change: { none: 'deleted' } } });
const isAsking = (view: View) => view.matches({ enlarging: { change: 'asking' } });
const isDeleting = (view: View) => view.matches({ enlarging: { change: 'deleting' } });
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
  const { cover } = useSectionPage();
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

  const keys = new Map<string, () => void>([
    ['ArrowLeft', () => step(neighbours.previous)],
    ['ArrowRight', () => step(neighbours.next)],
    ['+', () => zoomBy('in')],
    ['=', () => zoomBy('in')],
    ['-', () => zoomBy('out')],
    ['0', fit],
    ['1', () => show(1)],
  ]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target instanceof HTMLTextAreaElement) return;
    // While zoomed, the arrows scroll the focused picture.
    const movesPicture = !fitted && event.target instanceof HTMLElement && event.target.dataset.picture !== undefined;
    const press = keys.get(event.key);
    if (press === undefined || (movesPicture && event.key.startsWith('Arrow'))) return;
    event.preventDefault();
    press();
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
          <div className="flex items-center">
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
          className="flex h-[50dvh] overflow-auto rounded-control bg-sunken lg:h-auto lg:min-h-0 lg:flex-1"
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
          <Fact name={logWords.time}>{timeOf(log)}</Fact>
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
        {log.review !== undefined && !isHidden && (
          <ReviewFields view={view} log={log} isGone={known === undefined} neighbours={neighbours} />
        )}
      </div>
    </div>
  );
}

const timeOf = ({ time }: DetectionLog) => (time === null ? logWords.unknownTime : dateAndTime.format(time));

type ReviewFieldsProps = Pick<ViewedProps, 'view' | 'neighbours'> & { log: DetectionLog; isGone: boolean };

/** A log's review, saved on each press, and its deletion. */
function ReviewFields({ view, log, isGone, neighbours }: ReviewFieldsProps) {
  const typed = useSelector(view, selectNotes)[log.id];
  const problem = useSelector(view, selectProblem);
  const saving = useSelector(view, isSaving);
  const saved = useSelector(view, isSaved);
  const deleted = useSelector(view, isDeleted);
  const asking = useSelector(view, isAsking);
  const deleting = useSelector(view, isDeleting);
  const kept = log.review?.note ?? '';
  const note = typed ?? kept;
  const isUnsaved = note !== kept;
  // During a deletion the fields stay until the next log is known.
  const isLost = isGone && !deleting;
  const said = saving ? reviewWords.saving : saved ? reviewWords.saved : deleted ? reviewWords.deleted : undefined;
  const cancel = () => view.send({ type: 'deletion.cancel' });
  const review = (state: 'seen' | 'dismissed' | null) => view.send({ type: 'review.submit', state, note, neighbours });

  return (
    <div className="flex flex-col gap-4">
      {!isLost && (
        <div className="flex">
          <Choice
            label={filterWords.review}
            options={choices}
            chosen={log.review?.state ?? 'none'}
            inert={saving || deleting}
            onChoose={(state) => review(state === 'none' ? null : state)}
          />
        </div>
      )}
      {!isLost && (
        <TextAreaField
          label={reviewWords.note}
          {...(log.review === null && { hint: reviewWords.noteHint })}
          name="note"
          rows={2}
          maxLength={MAX_NOTE_LENGTH}
          readOnly={deleting}
          spellCheck
          autoCapitalize="sentences"
          value={note}
          onChange={({ target }) => view.send({ type: 'note.change', note: target.value })}
        />
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {!isLost && (
          <Button
            variant="secondary"
            busy={saving}
            aria-disabled={!isUnsaved || deleting}
            onClick={() => review(log.review?.state ?? 'seen')}
          >
            {reviewWords.saveNote}
          </Button>
        )}
        {!isLost && (
          <Button
            variant="quiet"
            busy={deleting}
            aria-disabled={saving}
            onClick={() => view.send({ type: 'deletion.ask' })}
          >
            {reviewWords.delete}
          </Button>
        )}
        <p role="status" className="min-h-5.5 basis-full text-sm text-muted">
          {said ?? (isUnsaved && !isLost && reviewWords.unsaved)}
        </p>
      </div>
      {/* Last, so that it moves nothing. */}
      <NoticeRegion kind="error">
        {problem === null ? isLost && reviewWords.gone : [problem.sentence, problem.hint].filter(Boolean).join(' ')}
      </NoticeRegion>
      <Dialog open={asking} title={reviewWords.deleteTitle} onClose={cancel}>
        <p className="mb-5 text-muted">{reviewWords.deleteLead(studentOf(log), timeOf(log))}</p>
        <ActionRow>
          <Button variant="secondary" data-autofocus onClick={cancel}>
            {reviewWords.cancel}
          </Button>
          <Button variant="danger" onClick={() => view.send({ type: 'deletion.confirm', neighbours })}>
            {reviewWords.confirmDelete}
          </Button>
        </ActionRow>
      </Dialog>
    </div>
  );
}

const choices = (['none', 'seen', 'dismissed'] as const).map((state) => [state, filterWords.reviews[state]] as const);

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[6.5rem_minmax(0,1fr)] gap-3">
      <dt className="text-muted">{name}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  );
}
