// Generated from api/openapi.yaml by `npm run contract`. Do not edit.

/** What another teacher is to a section. */
export const sectionRoles = ["co-teacher","substitute"] as const;

/** What a teacher has decided about a log. */
export const reviewStates = ["seen","dismissed"] as const;

/** What a student did in a lesson. `no_camera` was present, without a device that watched. */
export const registerStates = ["present","no_camera","excused","absent"] as const;

/** As an `Attendee`'s. Only `watching` observes the student. */
export const watchStates = ["watching","no_picture","unwatched","paused","dark","hidden"] as const;

/** The kinds of detection that have a name. Agents may report others. */
export const activityKinds = ["no_face","multiple_faces","suspicious_application","left_page"] as const;

/** What a student's device reports. Nobody in view lasts 8 s at least, several people 5 s, leaving the page 3 s. */
export const deviceKinds = ["no_face","multiple_faces","left_page"] as const;

/** A dismissal counts as a mistake of the agent if its note begins with this. */
export const mistakeNote = "Mistake" as const;

/** The `source` of what students' own devices report. */
export const studentsDevice = "student's device" as const;

/** Interval of a device's heartbeats in a lesson. */
export const deviceHeartbeatMs = 20000 as const;

/** A device that was not heard for this long is offline: two intervals, so one heartbeat may get lost. */
export const deviceSilenceMs = 42000 as const;

/** How long each `DeviceKind` lasts before the students' page reports it. The server ends no episode earlier. */
export const shortestEpisodeMs = {"no_face":8000,"multiple_faces":5000,"left_page":3000} as const;

/** How much watching before its last heartbeat a device may take back: one interval. */
export const takeBackMs = 20000 as const;

/** An agent that was not heard for this long is silent. They send a heartbeat every 30 s, which is written at most 10 s late. */
export const agentSilenceMs = 60000 as const;

/** How long after its end a lesson can be resumed. */
export const resumableMs = 3600000 as const;

/** Detections of one student and kind belong to one episode while they follow each other within this. */
export const episodeGapMs = 60000 as const;
