/** The sections and students that an agent may list and report on. */
export interface Reach {
  /** Null for the whole school. */
  sectionIds: number[] | null;
  onlyMadeUp: boolean;
}

export interface Agent {
  /** Stored with everything it reports. */
  name: string;
  reach: Reach;
  eventsPerMinute: number;
  /** Only of a student's device. */
  device?: Device;
}

/** What a student's device may report on: one student in one lesson, since its admission. */
export interface Device {
  attendanceId: number;
  sessionId: number;
  sectionId: number;
  studentEmail: string;
  admittedAt: Date;
  /** What the teacher does not want it to report. */
  ignoredKinds: readonly string[];
}

/** Name of the simulated class, reserved for it. */
export const simulated = 'simulated';

/** Encodes the server's time at a heartbeat. An agent counts milliseconds from it, so that its own clock does not matter. */
export const epochOf = (now: Date): string => `e${now.getTime().toString(36)}`;

/** Returns the moment some milliseconds after an epoch, or undefined when no server issued the epoch or no Date holds the moment. */
export function momentAfter(epoch: string, elapsedMilliseconds: number): Date | undefined {
  const [, digits] = /^e([0-9a-z]{1,11})$/.exec(epoch) ?? [];
  // The sum is checked, not its parts: an invalid date passes every later comparison.
  const moment = new Date(digits === undefined ? Number.NaN : Number.parseInt(digits, 36) + elapsedMilliseconds);
  return Number.isNaN(moment.getTime()) ? undefined : moment;
}
