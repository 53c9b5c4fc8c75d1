/** The figures of the specification's section 9. Times are in milliseconds. */

/** How often the status of a session is asked for again. */
export const STATUS_POLL_INTERVAL_MS = 10_000;
/** How often the logs are fetched again while detection is active. */
export const LOG_REFRESH_INTERVAL_MS = 30_000;
/** How many of the newest logs the section overview shows. */
export const OVERVIEW_LOG_COUNT = 5;
/** Rows on a page of the full logs. */
export const LOGS_PAGE_SIZE = 20;
/** Digits of a one-time code. */
export const CODE_LENGTH = 6;
/** Shortest new password, at change and reset only. */
export const MIN_PASSWORD_LENGTH = 8;
/** Characters before a student search starts. */
export const MIN_SEARCH_LENGTH = 2;
/** How long a code cannot be sent again. */
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

/** Of more logs in one answer the first are shown before the others, so many at a time. */
export const LOGS_TOLD_AT_ONCE = 10_000;
/** From the last keystroke to the search, so that a name typed fluently is one request. */
export const SEARCH_DEBOUNCE_MS = 250;
/** The most students that one answer to a search holds, by the contract. */
export const MAX_SEARCH_RESULTS = 20;
/** The most emails that a pasted list may hold: each of them is a search. */
export const MAX_PASTED_EMAILS = 300;
/** The largest file, in bytes, that is read for a list. */
export const MAX_LIST_FILE_BYTES = 1_000_000;
/** How many emails of a pasted list are looked up at once. */
export const LOOKUPS_AT_ONCE = 4;
/** An open live channel that has stayed open this long counts as proven even without a message. */
export const CHANNEL_PROVEN_MS = 10_000;
/** A connection that has not opened by then counts as failed. */
export const CONNECT_TIMEOUT_MS = 10_000;
/** Silence after which a channel that sends heartbeats counts as lost: one comes every 25 s at the latest. */
export const HEARTBEAT_PATIENCE_MS = 30_000;
/** A request that has not been answered by then counts as failed. */
export const REQUEST_TIMEOUT_MS = 30_000;
/** How long a refresh that got no verdict waits before it is retried, unless the server says how long. */
export const REFRESH_RETRY_MS = 10_000;
/** The shortest and the longest wait that a server's `Retry-After` can ask for. */
export const REFRESH_RETRY_MIN_MS = 1_000;
export const REFRESH_RETRY_MAX_MS = 60_000;
/** How long one tab waits for another tab's refresh. */
export const REFRESH_LOCK_TIMEOUT_MS = 15_000;
/** The screen's clock: how often a countdown or an age is shown anew. */
export const CLOCK_TICK_MS = 1_000;
/** How long a sign-out waits for the server to hear of it. */
export const SIGN_OUT_TIMEOUT_MS = 5_000;
/** How long after a picture has failed another one makes the logs be fetched again. */
export const PICTURE_RETRY_MS = 60_000;
/** How long a list of sections that could not be fetched again stays as it was before it is asked for once more. */
export const LIST_RETRY_INTERVAL_MS = 10_000;
/** How long the list of sections may take to tell whether a section is gone, before its logs are said to have failed. */
export const LIST_PATIENCE_MS = 5_000;
/** A page whose code takes longer says so; what is faster would only flash. */
export const SLOW_PAGE_MS = 200;
/** After that long a browser that does not tell when it is idle is taken to be. */
export const IDLE_DELAY_MS = 2_000;
/** From a start that the teacher sees to the first fetch of its logs: the first detections are there by then. */
export const FIRST_LOGS_MS = 2_000;
/** From the first fetch of a started session's logs to the second, 10 s after the start. */
export const SECOND_LOGS_MS = 8_000;
/** From the end of a session to the fetch of what was still under way then. */
export const LAST_LOGS_MS = 3_000;
/** Grace period before agents that were never heard from in a session are missed. They send a heartbeat every 30 s. */
export const AGENT_PATIENCE_MS = 60_000;
/** A status that nothing has confirmed for this long is not shown as certain: two polls and a half. */
export const STATUS_STALE_MS = 25_000;
/** Longest search among the logs. Each letter is a change of the address, of which some browsers allow 100 in 10 s. */
export const LOG_SEARCH_LENGTH = 60;
/** Detections of one student and type that follow each other within this time are one episode. */
export const EPISODE_GAP_MS = 60_000;
/** What was detected this long ago at most is happening now: the logs are fetched that often. */
export const HAPPENING_MS = 30_000;
/** How far back a repetition counts, and how long a sign stays on a student's tile. */
export const RECENT_MS = 600_000;
/** What is shown as the lesson where nothing says when it began. */
export const UNKNOWN_LESSON_MS = 3_600_000;
/** As many logs can be reviewed by one call (`api/openapi.yaml`). */
export const MAX_REVIEWED_LOGS = 500;
/** The longest note to a detection (`api/openapi.yaml`). */
export const MAX_NOTE_LENGTH = 1_000;
/** How long a sign on a student's tile is shown full, and then tinted, before it is only outlined. */
export const FRESH_MS = 60_000;
export const PALE_MS = 300_000;
/** How many of a student's detections are shown at once. */
export const STUDENT_LOG_COUNT = 100;
/** How often it is looked anew what belongs to a lesson of which nothing says when it began. */
export const UNKNOWN_LESSON_STEP_MS = 60_000;
/** How often the ages on a section's page are told anew, and the order that depends on them. */
export const LESSON_STEP_MS = 10_000;
/** A device's clock that differs from the server's by more than this is mentioned. */
export const CLOCK_OFF_MS = 60_000;
/** From one desktop notification to the next. */
export const DESKTOP_REST_MS = 60_000;
/** How long rows stand still after the last movement of the pointer, the focus or a finger on them. */
export const ROWS_STILL_MS = 5_000;
/** How long nothing can be pressed where a button has turned into its opposite: longer than a second, slow click. */
export const OPPOSITE_REST_MS = 2_000;
/** How long printing waits for the pictures of a report. */
export const PICTURE_PATIENCE_MS = 15_000;
