import { agentSilenceMs, episodeGapMs } from '@vigil/contract/values';

/** The figures of the specification's section 9. Times are in milliseconds. */

/** Interval between status polls. */
export const STATUS_POLL_INTERVAL_MS = 10_000;
/** Interval between log refreshes while detection is active; for as long an episode counts as happening now after its last detection. */
export const LOG_REFRESH_INTERVAL_MS = 30_000;
/** Newest logs shown on the section overview. */
export const OVERVIEW_LOG_COUNT = 5;
/** Rows on a page of the full logs. */
export const LOGS_PAGE_SIZE = 20;
/** Digits of a one-time code. */
export const CODE_LENGTH = 6;
/** Shortest new password, at change and reset only. */
export const MIN_PASSWORD_LENGTH = 8;
/** Characters before a student search starts. */
export const MIN_SEARCH_LENGTH = 2;
/** Cooldown before another code can be requested. */
export const RESEND_COOLDOWN_MS = 120_000;
/** From a registration to the verification page. */
export const REGISTER_REDIRECT_MS = 1_500;
/** From success to the next page: verification, section creation, password change and reset. */
export const SUCCESS_REDIRECT_MS = 2_000;
/** How long a transient message stays. */
export const NOTICE_DURATION_MS = 3_000;
/** Reconnects of the live channel before it gives up. */
export const MAX_RECONNECTS = 5;
/** Delay of the first reconnect; each further one doubles it. */
export const RECONNECT_BASE_MS = 1_000;
/** Longest delay between two reconnects. */
export const RECONNECT_CAP_MS = 30_000;
/** Widest window, in CSS pixels, that gets the slide-in menu. */
export const MOBILE_BREAKPOINT_PX = 768;

/* Our own figures, where the specification is silent. */

/** Sections from which on the dashboard has a search. */
export const SEARCHED_SECTION_COUNT = 10;
/** A long answer is published in parts of this many logs. */
export const LOGS_TOLD_AT_ONCE = 10_000;
/** Debounce from the last keystroke to the search. */
export const SEARCH_DEBOUNCE_MS = 250;
/** Most students in one search result, by the contract. */
export const MAX_SEARCH_RESULTS = 20;
/** Most people in a pasted list: each is a search. Also the most in one addition to the directory (`api/openapi.yaml`). */
export const MAX_PASTED_PEOPLE = 300;
/** The longest name of a student (`api/openapi.yaml`). */
export const MAX_STUDENT_NAME_LENGTH = 200;
/** Largest list file that is read, in bytes. */
export const MAX_LIST_FILE_BYTES = 1_000_000;
/** Most students offered for a name that is only a part of theirs. */
export const MAX_CANDIDATES = 10;
/** Concurrent lookups for a pasted list. */
export const LOOKUPS_AT_ONCE = 4;
/** A live channel open for this long counts as proven even without a message. */
export const CHANNEL_PROVEN_MS = 10_000;
/** Live messages that are passed on at once. What comes beyond them in `LIVE_BURST_MS` is passed on together. */
export const LIVE_BURST_SIZE = 10;
export const LIVE_BURST_MS = 100;
/** Connection timeout. */
export const CONNECT_TIMEOUT_MS = 10_000;
/** Silence after which a channel with heartbeats counts as lost. Heartbeats come at least every 25 s. */
export const HEARTBEAT_PATIENCE_MS = 30_000;
/** Request timeout. */
export const REQUEST_TIMEOUT_MS = 30_000;
/** Delay before retrying a token refresh without a verdict, unless the server sets one. */
export const REFRESH_RETRY_MS = 10_000;
/** Bounds for a server's `Retry-After`. */
export const REFRESH_RETRY_MIN_MS = 1_000;
export const REFRESH_RETRY_MAX_MS = 60_000;
/** Longest wait for another tab's token refresh. */
export const REFRESH_LOCK_TIMEOUT_MS = 15_000;
/** Interval between updates of countdowns and ages. */
export const CLOCK_TICK_MS = 1_000;
/** Timeout for telling the server about a sign-out. */
export const SIGN_OUT_TIMEOUT_MS = 5_000;
/** Shortest time between log refreshes triggered by failed pictures. */
export const PICTURE_RETRY_MS = 60_000;
/** Delay before retrying a failed refresh of the section list. */
export const LIST_RETRY_INTERVAL_MS = 10_000;
/** How long failed logs wait for the section list, which tells whether the section was deleted. */
export const LIST_PATIENCE_MS = 5_000;
/** Delay before a loading message, which would only flash for faster pages. */
export const SLOW_PAGE_MS = 200;
/** Fallback for browsers without `requestIdleCallback`. */
export const IDLE_DELAY_MS = 2_000;
/** From a start on this page to the first log fetch; detections exist by then. */
export const FIRST_LOGS_MS = 2_000;
/** From the first to the second log fetch, 10 s after the start. */
export const SECOND_LOGS_MS = 8_000;
/** From the end of a lesson to the fetch of late logs. */
export const LAST_LOGS_MS = 3_000;
/** Grace period before agents that have not reported in this lesson count as missing. They report every 30 s. */
export const AGENT_PATIENCE_MS = agentSilenceMs;
/** Age from which an unconfirmed status is no longer shown as certain: two and a half polls. */
export const STATUS_STALE_MS = 2.5 * STATUS_POLL_INTERVAL_MS;
/** Longest log search. Each letter changes the address, and some browsers allow 100 changes in 10 s. */
export const LOG_SEARCH_LENGTH = 60;
/** From news of other sections' logs or doors to the request for their statuses, which count what is to look at. */
export const STATUS_REQUEST_MS = 5_000;
/** Largest gap between detections of one episode (same student and type). */
export const EPISODE_GAP_MS = episodeGapMs;
/** Window for counting repetitions, and how long a seat marks what was not reviewed. */
export const RECENT_MS = 600_000;
/** Length shown for a lesson with an unknown start. */
export const UNKNOWN_LESSON_MS = 3_600_000;
/** Most logs in one review call (`api/openapi.yaml`). */
export const MAX_REVIEWED_LOGS = 500;
/** Most logs that one press selects. Each is deleted by a call of its own. */
export const MAX_SELECTED_LOGS = 1_000;
/** Concurrent calls that delete logs. */
export const DELETIONS_AT_ONCE = 4;
/** The longest note to a detection (`api/openapi.yaml`). */
export const MAX_NOTE_LENGTH = 1_000;
/** Lessons listed on the section's overview. */
export const RECENT_LESSON_COUNT = 3;
/** Detections of a student shown at once. */
export const STUDENT_LOG_COUNT = 100;
/** How often a lesson with an unknown start is re-evaluated. */
export const UNKNOWN_LESSON_STEP_MS = 60_000;
/** How long a lesson can be until it ends itself, in minutes. */
export const LESSON_MINUTES = [30, 45, 60, 90] as const;
/** That of a section that was never started. */
export const USUAL_LESSON_MINUTES = 45;
/** From when on a lesson is said to end soon. */
export const ENDS_SOON_MS = 60_000;
/** For how long taking back a stop is the first thing to do. */
export const TAKE_BACK_MS = 10_000;
/** By how much one press moves the end of a lesson, in minutes. */
export const EXTENSION_MINUTES = 5;
/** A lesson that ends at most this long before its end time has ended itself: clocks are known to the second. */
export const END_TOLERANCE_MS = 2_000;
/** For how long a student can be excused with one press. The first is that of the Enter key. */
export const EXCUSE_MINUTES = [5, 10, 20] as const;
/** Longest reply to a student’s answer, and longest title of a lesson (`api/openapi.yaml`). */
export const MAX_REPLY_LENGTH = 200;
export const MAX_LESSON_TITLE_LENGTH = 100;
/** Longest reason of an excuse (`api/openapi.yaml`). */
export const MAX_EXCUSE_LENGTH = 100;
/** Length of the reason for a correction of a register. */
export const MAX_CORRECTION_LENGTH = 200;
/** Interval between fetches of a lesson's attendance if the live channel does not announce changes. */
export const DOOR_POLL_MS = 3_000;
/** Interval between these fetches if it does. */
export const DOOR_FALLBACK_MS = 30_000;
/** How long names are shown in projector mode. */
export const NAMES_SHOWN_MS = 30_000;
/** How long before and after the time of day of a past start a section is offered for a start. */
export const USUAL_BEFORE_MINUTES = 20;
export const USUAL_AFTER_MINUTES = 40;
/** Sections from which on the dashboard’s button that creates one is no longer its primary one. */
export const SETTLED_SECTION_COUNT = 5;
/** Interval between fetches of who was observed, in the report of a running lesson. */
export const COVERAGE_POLL_MS = 30_000;
/** The same of what else a page of the reports reads, while a lesson is running. */
export const READING_POLL_MS = 30_000;
/** A student counts as quiet while observed only if they were observed for this share of the lesson. */
export const LEAST_OBSERVED_SHARE = 0.5;
/** How often ages on the section page, and the order that depends on them, are updated. */
export const LESSON_STEP_MS = 10_000;
/** Interval between announcements to screen readers of who needs a look. */
export const SPOKEN_STEP_MS = 30_000;
/** Clock offset from which a warning is shown. */
export const CLOCK_OFF_MS = 60_000;
/** Shortest time between desktop notifications. */
export const DESKTOP_REST_MS = 60_000;
/** Shortest time between sounds or vibrations. */
export const ALERT_REST_MS = 10_000;
/** Rows of Look now that are shown large. */
export const LARGE_ROW_COUNT = 6;
/** How long a review can be undone, from its press or from when the pointer and the focus have left the undo. */
export const UNDO_MS = 10_000;
/** How long rows stay in place after the last pointer, focus or touch movement on them. */
export const ROWS_STILL_MS = 5_000;
/** How long a button that has turned into its opposite ignores presses: longer than a slow double click. */
export const OPPOSITE_REST_MS = 2_000;
/** Longest wait for a report's pictures before printing. */
export const PICTURE_PATIENCE_MS = 15_000;

/** How many episodes of a kind a teacher has reviewed before the page says how many were mistakes. */
export const MIN_REVIEWED_EPISODES = 20;
