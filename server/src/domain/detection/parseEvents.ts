import type { components } from '@vigil/contract';
import { readerOf } from '../../platform/http/contract';
import { normaliseEmail } from '../../platform/http/email';
import { type ErrorBody, HttpError, wrongField } from '../../platform/http/httpError';
import { requireStorable } from '../../platform/http/storableText';
import { cleanLine, cleanLines, isVisible } from '../../platform/http/visibleText';
import { type Agent, type Device, momentAfter } from '../agent/agent';
import type { RefusalReason } from '../agent/agentStatus';
import { bounds } from '../bounds';
import { type Picture, readPicture } from './screenshots';

type Schemas = components['schemas'];

/** Tolerated difference between the clocks of an agent and the server. */
export const clockSkewMilliseconds = 2 * 60_000;
/** Assumed latency of an event without a time of its own. */
export const latencyMilliseconds = 5000;
/** Smallest correction of an agent's clock that is stored. */
const reportedOffsetMilliseconds = 60_000;

const readAgentEvent = readerOf('DetectionEvent');
const readDeviceEvent = readerOf('AttendEvent');

export interface ParsedEvent {
  eventId: string;
  sectionId: number;
  email: string;
  activityType: string;
  details: string | undefined;
  seenAt: Date;
  /** Only from students' devices: when the episode ended; null while it lasts. */
  endedAt?: Date | null;
  toleranceMilliseconds: number;
  /** See `detections`. */
  clockOffSeconds: number | null;
  screenshot: { url?: string; picture?: Picture };
}

export type ReportedEvent = ParsedEvent & { agent: Agent };

/** A valid event that is refused. */
export class RejectedEvent extends HttpError {
  constructor(
    readonly reason: RefusalReason,
    status: number,
    body: ErrorBody,
  ) {
    super(status, body);
  }
}

export const outsideSession = (reason: RefusalReason = 'unreadable') =>
  new RejectedEvent(reason, 400, { timestamp: ['Enter when it was seen, during the session.'] });

export const reasonOf = (refusal: HttpError): RefusalReason =>
  refusal instanceof RejectedEvent ? refusal.reason : 'unreadable';

/** Parses an event of an agent or a student's device, or returns why it cannot be read. */
export const readEvent = (event: unknown, agent: Agent, arrivedAt: Date): ReportedEvent | HttpError =>
  attempt(() => {
    const parsed = agent.device ? parseDeviceEvent(event, agent.device, arrivedAt) : parseEvent(event, arrivedAt);
    return { ...parsed, agent };
  });

/** Returns the refusal that the work throws. */
export function attempt<T>(work: () => T): T | HttpError {
  try {
    return work();
  } catch (error) {
    if (error instanceof HttpError) return error;
    throw error;
  }
}

function parseEvent(value: unknown, arrivedAt: Date): ParsedEvent {
  const event = readAgentEvent(value);
  const { id, student_email, activity_type, details } = event;
  // One NUL makes PostgreSQL reject the whole batch.
  requireStorable([id, student_email, activity_type, details]);
  const activityType = cleanLine(activity_type);
  if (!isVisible(activityType)) throw wrongField('activity_type', 'This field is required.');
  return {
    eventId: id,
    sectionId: event.section_id,
    email: normaliseEmail(student_email),
    activityType,
    details: details === undefined ? undefined : cleanLines(details),
    ...timeOf(event, arrivedAt),
    screenshot: screenshotOf(event),
  };
}

/** Parses an event of a student's device, which is about that student and lesson whatever it says. */
/** A students' page that was loaded from 0.1.0 calls leaving it a suspicious application. */
const named = (event: unknown) =>
  typeof event === 'object' &&
  event !== null &&
  'activity_type' in event &&
  event.activity_type === 'suspicious_application'
    ? { ...event, activity_type: 'left_page' }
    : event;

function parseDeviceEvent(value: unknown, device: Device, arrivedAt: Date): ParsedEvent {
  const { id, activity_type, epoch, elapsed_ms, ended_elapsed_ms, screenshot } = readDeviceEvent(named(value));
  requireStorable([id]);
  if (ended_elapsed_ms !== undefined && ended_elapsed_ms < elapsed_ms)
    throw wrongField('ended_elapsed_ms', 'This must not be before elapsed_ms.');
  return {
    ...timeOf({ epoch, elapsed_ms }, arrivedAt),
    eventId: `${device.attendanceId} ${id}`,
    sectionId: device.sectionId,
    email: device.studentEmail,
    activityType: activity_type,
    details: undefined,
    endedAt: ended_elapsed_ms === undefined ? null : requireMoment(epoch, ended_elapsed_ms),
    screenshot: screenshotOf({ screenshot }),
  };
}

/** @throws HttpError 400 unless there is such a moment */
function requireMoment(epoch: string, elapsedMilliseconds: number): Date {
  const moment = momentAfter(epoch, elapsedMilliseconds);
  if (moment) return moment;
  throw wrongField('epoch', 'Give the epoch of a heartbeat.');
}

/** Determines when an event was seen: by its epoch, else by the agent's clock, else by its arrival. */
function timeOf(
  { timestamp, epoch, elapsed_ms }: Pick<Schemas['DetectionEvent'], 'timestamp' | 'epoch' | 'elapsed_ms'>,
  arrivedAt: Date,
): Pick<ParsedEvent, 'seenAt' | 'toleranceMilliseconds' | 'clockOffSeconds'> {
  const stated = timestamp === undefined ? undefined : new Date(timestamp);
  if (epoch === undefined || elapsed_ms === undefined) {
    // A leap second, which the contract's format allows.
    if (stated && Number.isNaN(stated.getTime())) throw outsideSession();
    return stated
      ? { seenAt: stated, toleranceMilliseconds: clockSkewMilliseconds, clockOffSeconds: null }
      : { seenAt: arrivedAt, toleranceMilliseconds: latencyMilliseconds, clockOffSeconds: null };
  }
  const seenAt = requireMoment(epoch, elapsed_ms);
  const off = stated ? stated.getTime() - seenAt.getTime() : 0;
  const isReported = Math.abs(off) > reportedOffsetMilliseconds && Math.abs(off) < 2 ** 31 * 1000;
  return { seenAt, toleranceMilliseconds: 0, clockOffSeconds: isReported ? Math.round(off / 1000) : null };
}

function screenshotOf({ screenshot }: { screenshot?: string | undefined }): { url?: string; picture?: Picture } {
  if (screenshot === undefined) return {};
  if (/^https:/i.test(screenshot.trim()) && URL.canParse(screenshot)) {
    // Measured as stored: encoding non-ASCII characters makes it longer.
    const url = screenshot.length <= bounds.addressCharacters ? new URL(screenshot).href : screenshot;
    if (url.length > bounds.addressCharacters) {
      const max = bounds.addressCharacters.toLocaleString('en');
      throw wrongField('screenshot', `Use at most ${max} characters for an address.`);
    }
    return { url };
  }
  const picture = readPicture(screenshot);
  if (picture) return { picture };
  throw wrongField('screenshot', 'Give an https address, or a data URL of a PNG, JPEG, WebP or GIF.');
}
