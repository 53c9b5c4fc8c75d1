import { LOAD_TIMEOUT_MS, PICTURE_CHARACTERS, PICTURE_LIFETIME_MS, PICTURE_SIDE } from '../constants';
import { Failure } from '../failure';
import type { FromWorker, Sighting, ToWorker } from '../watcher/protocol';
import watcherUrl from '../watcher/watcher?worker&url';
import { monotonicNow } from './clock';
import type { CameraList } from './types';

/** What the camera tells. Times are monotonic. */
export type CameraEvent =
  /** A new picture was looked at. */
  | { type: 'seen'; sighting: Sighting; at: number; elapsed: number }
  /** There is no new picture. */
  | { type: 'lacked' }
  /** A second has passed on a hidden page, whose pictures are not looked at. */
  | { type: 'hidden'; at: number; elapsed: number }
  | { type: 'missed'; at: number; elapsed: number }
  | { type: 'muted' | 'unmuted' }
  | { type: 'lost' };

export interface Camera {
  /**
   * Opens the camera, then loads the detector.
   * @param cameraId of the camera that the student has chosen. Another one is opened if it is gone.
   * @throws {Failure}
   */
  prepare(cameraId: string | null, signal: AbortSignal): Promise<void>;
  /** Tells the device's cameras: now, when one was opened, plugged in or pulled out. Returns how to stop. */
  follow(tell: (list: CameraList) => void): () => void;
  /** Looks at a picture each second until it is stopped. */
  watch(tell: (event: CameraEvent) => void): () => void;
  /** Returns what the camera shows now, small and as a data URL, or null if there is nothing to show. */
  picture(): string | null;
  close(): void;
  /** The open camera's stream, for the student's own eyes. */
  stream(): MediaStream | null;
}

/** Qualities of a picture, the first that is small enough is taken. */
const qualities = [0.7, 0.5, 0.3, 0.1];

/** A tick that is older than this was held up with the page, and the picture would be of a later time. */
const STALE_MS = 900;

export function createCamera(): Camera {
  let stream: MediaStream | null = null;
  let worker: Worker | undefined;
  const followers = new Set<(list: CameraList) => void>();
  const video = document.createElement('video');
  video.muted = true;
  video.playsInline = true;

  const close = () => {
    for (const track of stream?.getTracks() ?? []) track.stop();
    stream = null;
    video.srcObject = null;
    worker?.terminate();
    worker = undefined;
  };
  const announce = async () => {
    const list = await listCameras(stream);
    for (const tell of followers) tell(list);
  };
  const send = (message: ToWorker, transfer: Transferable[] = []) => worker?.postMessage(message, transfer);

  /** A hidden page's camera may show anything. */
  const shows = () => !document.hidden && video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA;
  /** Number of pictures that the camera has given. One that has stopped stays at its last picture. */
  const givenFrames = () => video.getVideoPlaybackQuality().totalVideoFrames;

  return {
    async prepare(cameraId, signal) {
      if (!window.isSecureContext) {
        throw new Failure({ kind: 'unsupported', sentence: 'insecure' });
      }
      if (!('mediaDevices' in navigator) || !('OffscreenCanvas' in window)) {
        throw new Failure({ kind: 'unsupported', sentence: 'unsupported' });
      }
      close();
      const opened = await openCamera(cameraId).catch((error: unknown) => {
        // Another one may be free.
        void announce();
        throw cameraFailure(error);
      });
      if (signal.aborted) {
        for (const track of opened.getTracks()) track.stop();
        return;
      }
      stream = opened;
      void announce();
      // An aborted preparation has no `watch` that would close the camera.
      signal.addEventListener('abort', close, { once: true });
      video.srcObject = opened;
      // It resolves with the first picture. Whether one comes is what the watch finds out.
      void video.play().catch(() => {});
      try {
        worker = startWorker();
        await loaded(worker);
      } catch {
        close();
        throw new Failure({ kind: 'failed', sentence: 'detector' });
      } finally {
        signal.removeEventListener('abort', close);
      }
    },
    follow(tell) {
      const stop = new AbortController();
      followers.add(tell);
      void announce();
      if ('mediaDevices' in navigator)
        navigator.mediaDevices.addEventListener('devicechange', () => void announce(), { signal: stop.signal });
      return () => {
        followers.delete(tell);
        stop.abort();
      };
    },
    watch(tell) {
      const stop = new AbortController();
      const { signal } = stop;
      let last = { at: monotonicNow(), clock: Date.now() };
      let pending: { at: number; clock: number } | undefined;
      let given = -1;

      /** Tells of the time since the last tick, unless it was too long. */
      const tellOf = ({ at, clock }: typeof last, eventOf: (at: number, elapsed: number) => CameraEvent) => {
        const elapsed = at - last.at;
        // Some devices' monotonic clocks stand still while they sleep.
        const isGap = Math.max(elapsed, clock - last.clock) >= PICTURE_LIFETIME_MS;
        last = { at, clock };
        tell(isGap ? { type: 'missed', at, elapsed } : eventOf(at, elapsed));
      };
      const onTick = async (tick: { at: number; clock: number }) => {
        if (pending !== undefined || monotonicNow() - tick.at > STALE_MS) return;
        if (document.hidden) {
          tellOf(tick, (at, elapsed) => ({ type: 'hidden', at, elapsed }));
          return;
        }
        if (video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA || givenFrames() === given) {
          tell({ type: 'lacked' });
          return;
        }
        given = givenFrames();
        pending = tick;
        const picture = await createImageBitmap(video).catch(() => null);
        if (picture === null) pending = undefined;
        else if (signal.aborted) picture.close();
        else send({ type: 'frame', picture }, [picture]);
      };
      const onSeen = (sighting: Sighting) => {
        if (pending === undefined) return;
        const tick = pending;
        pending = undefined;
        // It says nothing about now.
        if (monotonicNow() - tick.at >= PICTURE_LIFETIME_MS) return;
        tellOf(tick, (at, elapsed) => ({ type: 'seen', sighting, at, elapsed }));
      };
      worker?.addEventListener(
        'message',
        ({ data }: MessageEvent<FromWorker>) => {
          if (data.type === 'ticked') void onTick(data);
          if (data.type === 'seen') onSeen(data.sighting);
        },
        { signal },
      );
      for (const track of stream?.getVideoTracks() ?? []) {
        track.addEventListener('ended', () => tell({ type: 'lost' }), { signal });
        // It may last for a moment, or as long as a phone's page is hidden.
        track.addEventListener('mute', () => tell({ type: 'muted' }), { signal });
        track.addEventListener('unmute', () => tell({ type: 'unmuted' }), { signal });
        if (track.muted) tell({ type: 'muted' });
      }
      send({ type: 'start' });
      keepAwake(signal);
      return () => {
        send({ type: 'stop' });
        stop.abort();
      };
    },
    picture: () => (shows() ? smallPictureOf(video) : null),
    close,
    stream: () => stream,
  };
}

async function openCamera(cameraId: string | null): Promise<MediaStream> {
  // Few pictures a second: drawing them costs almost as much as the detector.
  const video = { width: { ideal: 640 }, height: { ideal: 480 }, frameRate: { ideal: 5 } };
  const any = () => navigator.mediaDevices.getUserMedia({ audio: false, video: { ...video, facingMode: 'user' } });
  if (cameraId === null) return any();
  try {
    return await navigator.mediaDevices.getUserMedia({
      audio: false,
      video: { ...video, deviceId: { exact: cameraId } },
    });
  } catch (error) {
    if (error instanceof DOMException && (error.name === 'OverconstrainedError' || error.name === 'NotFoundError'))
      return any();
    throw error;
  }
}

/** Before the student has allowed a camera, the browser names none. */
async function listCameras(stream: MediaStream | null): Promise<CameraList> {
  const devices = 'mediaDevices' in navigator ? await navigator.mediaDevices.enumerateDevices().catch(() => []) : [];
  const cameras = devices.filter(({ kind, deviceId }) => kind === 'videoinput' && deviceId !== '');
  return {
    options: cameras.map(({ deviceId, label }) => ({ id: deviceId, label })),
    usedId: stream?.getVideoTracks()[0]?.getSettings().deviceId ?? null,
  };
}

function smallPictureOf(video: HTMLVideoElement): string | null {
  const scale = Math.min(1, PICTURE_SIDE / Math.max(video.videoWidth, video.videoHeight));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(video.videoWidth * scale);
  canvas.height = Math.round(video.videoHeight * scale);
  canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height);
  for (const quality of qualities) {
    const picture = canvas.toDataURL('image/jpeg', quality);
    if (picture.length <= PICTURE_CHARACTERS) return picture;
  }
  return null;
}

function cameraFailure(error: unknown): Failure {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError') {
    // Chrome's words; others do not tell the two apart.
    const isBySystem = error instanceof DOMException && /by system/i.test(error.message);
    const sentence = isBySystem ? 'cameraDenied' : 'cameraRefused';
    return new Failure({ kind: 'refused', sentence });
  }
  if (name === 'NotFoundError') return new Failure({ kind: 'missing', sentence: 'cameraMissing' });
  return new Failure({ kind: 'failed', sentence: 'cameraFailed' });
}

declare global {
  interface Window {
    /** Missing where the browser lacks Trusted Types. A policy's result is a string to the DOM's types. */
    trustedTypes?: {
      createPolicy(
        name: string,
        rules: { createScriptURL(url: string): string },
      ): { createScriptURL(url: string): string };
    };
  }
}

function startWorker(): Worker {
  // `new Worker` takes only what a policy has approved; this one approves our own worker.
  const policy = window.trustedTypes?.createPolicy('watcher', { createScriptURL: () => watcherUrl });
  return new Worker(policy?.createScriptURL(watcherUrl) ?? watcherUrl, { type: 'module' });
}

function loaded(worker: Worker): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = new AbortController();
    const { signal } = stop;
    const settle = (end: () => void) => {
      stop.abort();
      end();
    };
    worker.addEventListener(
      'message',
      ({ data }: MessageEvent<FromWorker>) => {
        if (data.type === 'loaded') settle(resolve);
        if (data.type === 'failed') settle(() => reject(new Error(data.reason)));
      },
      { signal },
    );
    worker.addEventListener('error', () => settle(() => reject(new Error('The worker has failed'))), { signal });
    const late = setTimeout(() => settle(() => reject(new Error('The worker does not answer'))), LOAD_TIMEOUT_MS);
    signal.addEventListener('abort', () => clearTimeout(late));
    const message: ToWorker = { type: 'load' };
    worker.postMessage(message);
  });
}

/** Keeps the screen on. A browser takes the lock away from a hidden page. */
function keepAwake(signal: AbortSignal): void {
  if (!('wakeLock' in navigator)) return;
  let lock: WakeLockSentinel | undefined;
  const ask = async () => {
    if (document.hidden) return;
    lock = await navigator.wakeLock.request('screen').catch(() => undefined);
    if (signal.aborted) await lock?.release();
  };
  void ask();
  document.addEventListener('visibilitychange', () => void ask(), { signal });
  signal.addEventListener('abort', () => void lock?.release());
}
