import type { components } from '@vigil/contract';
import { studentsDevice } from '@vigil/contract/values';
import * as v from 'valibot';
import { HttpError } from '../../platform/http/httpError';
import { type Agent, simulated } from '../agent/agent';
import type { RefusalReason } from '../agent/agentStatus';
import type { Outcome } from '../detection/ingest';
import { reasonOf } from '../detection/parseEvents';
import type { TokenHolder } from './tokens';

type AttendResult = components['schemas']['AttendResult'];

const notAdmitted = 'Your teacher has not admitted you to this lesson.';
const takenOver = 'You were admitted on another device, so this one no longer counts.';

/** Returns the name under which a device reports. */
export const nameOf = ({ isSimulated }: Pick<TokenHolder, 'isSimulated'>): string =>
  isSimulated ? simulated : studentsDevice;

/** Returns the agent that a device is. @throws HttpError 403 when it is not admitted */
export function agentOf({ attendance, section, studentEmail, isSimulated }: TokenHolder): Agent {
  const { id: attendanceId, sessionId, status, admittedAt } = attendance;
  if (status === 'taken over') throw new HttpError(403, { detail: takenOver });
  if (status !== 'admitted' || admittedAt === null || studentEmail === null)
    throw new HttpError(403, { detail: notAdmitted });
  return {
    name: nameOf({ isSimulated }),
    reach: { sectionIds: [section.id], onlyMadeUp: false },
    eventsPerMinute: 0,
    device: {
      ...{ attendanceId, sessionId, sectionId: section.id, studentEmail, admittedAt },
      ignoredKinds: section.ignoredKinds,
    },
  };
}

const sentences: Record<Exclude<RefusalReason, 'unreadable'>, string> = {
  clock: 'This is still to come by the server’s clock.',
  earlier: 'This was before you were admitted.',
  session: 'The lesson is over.',
  section: 'The lesson is over.',
  student: 'You are not in this section any more.',
};

function sentenceOf(refusal: HttpError): string {
  const reason = reasonOf(refusal);
  if (reason !== 'unreadable') return sentences[reason];
  const [[field, text] = ['detail', 'It cannot be read.']] = Object.entries(refusal.body);
  return Array.isArray(text) ? `${field}: ${text.join(' ')}` : String(text);
}

const WithId = v.object({ id: v.string() });

/** Returns the answer to each event of a report. @param dropped indexes of the events whose picture is not kept */
export const resultsOf = (events: unknown[], outcomes: Outcome[], dropped: ReadonlySet<number>): AttendResult[] =>
  outcomes.map((outcome, index): AttendResult => {
    const event = events[index];
    const id = v.is(WithId, event) ? event.id : null;
    if (outcome instanceof HttpError) return { id, status: 'refused', detail: sentenceOf(outcome) };
    const status = outcome === 'repeated' ? 'duplicate' : outcome;
    return { id, status, ...(dropped.has(index) && { picture_dropped: true }) };
  });
