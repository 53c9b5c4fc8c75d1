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
}

/** Name of the simulated class, reserved for it. */
export const simulated = 'simulated';
/** Name of the devices of all students, reserved for them. */
export const studentsDevice = "student's device";

/** Encodes the server's time at a heartbeat. An agent counts milliseconds from it, so that its own clock does not matter. */
export const epochOf = (now: Date): string => `e${now.getTime().toString(36)}`;

/** Returns an epoch's time in milliseconds since 1970, or undefined when no server issued it. */
export function readEpoch(epoch: string): number | undefined {
  const [, digits] = /^e([0-9a-z]{1,11})$/.exec(epoch) ?? [];
  const time = digits === undefined ? Number.NaN : Number.parseInt(digits, 36);
  return time <= 8.64e15 ? time : undefined;
}
