import { deviceHeartbeatMs, resumableMs, shortestEpisodeMs } from '@vigil/contract/values';

/** A whole face for this long, once, and watching begins. */
export const READY_AFTER_MS = 2_000;
/** No face for this long is an episode. Looking down is normal. */
export const ABSENT_AFTER_MS = shortestEpisodeMs.no_face;
/** A second face for this long is an episode. */
export const SEVERAL_AFTER_MS = shortestEpisodeMs.multiple_faces;
/** An episode is over after this long without its cause. */
export const BACK_AFTER_MS = 2_000;
/** Leaving the page for this long is an episode. */
export const AWAY_AFTER_MS = shortestEpisodeMs.left_page;
/** How long the picture must be dark before it is reported as dark. */
export const DARK_AFTER_MS = 3_000;

/** The worker asks for a frame this often. */
export const FRAME_INTERVAL_MS = 1_000;
/**
 * How long a new picture that was looked at proves that the student is watched. Pictures that are further apart leave a gap:
 * the device slept, the page was blocked, or the camera or the detector has stopped.
 */
export const PICTURE_LIFETIME_MS = 5_000;
/** A page that is loaded again within this time continues with what it knew. */
export const RELOAD_MS = 30_000;
/** A picture that is the same for this long, pixel by pixel, is not a camera's. */
export const STILL_AFTER_MS = 10_000;
/** Pause before the camera and the detector are started again because no picture came. */
export const RESTART_AFTER_MS = 5_000;
/** At most this many times in a row, before the student is asked. */
export const MAX_RESTARTS = 3;
/** Timeout of loading the detector. */
export const LOAD_TIMEOUT_MS = 30_000;

/** A face is present at this score. */
export const FACE_SCORE = 0.5;
/** A second one needs this score: weaker ones are mostly hands and posters. */
export const SECOND_FACE_SCORE = 0.7;
/** A companion's face is at least this share of the student's: they are less than twice as far from the camera. */
export const COMPANION_SIZE = 0.55;
/** A companion's face is at most this many of its own widths away: 60 cm. The next seat is farther. */
export const COMPANION_REACH = 3.75;
/** A face that moves by less than this share of its width in ten pictures is a picture on the wall. */
export const STILL_SHARE = 0.03;
export const STILL_PICTURES = 10;
/** A picture is dark below this mean of 255, unless its pixels deviate as much as those of a dim face. */
export const DARK_MEAN = 12;
export const DARK_DEVIATION = 4;
/** A part of the picture is glaring from this brightness on, and the picture is backlit if this share of its parts are. */
export const GLARE = 235;
export const BACKLIT_SHARE = 0.08;
/** In a backlit picture a face cannot be seen below this brightness. */
export const BACKLIT_DARK = 20;

/** Interval of heartbeats before the server names one. */
export const BEAT_INTERVAL_MS = 2_000;
/** Pause between attempts while the server does not answer. */
export const RETRY_INTERVAL_MS = 5_000;
/** Upper bound on the pause that `Retry-After` may ask for. */
export const RETRY_MAX_MS = 60_000;
/** Timeout of a call. */
export const CALL_TIMEOUT_MS = 15_000;
/** At most this many reports in one call. */
export const REPORTS_IN_A_CALL = 50;
/**
 * A heartbeat later than this after the last answer accounts for the time between. Well before the server takes it for silence: the answer took a
 * while, this call may, and the server knows the last one to five seconds.
 */
export const STEADY_MS = deviceHeartbeatMs + 10_000;
/** A picture is at most this wide and high, in pixels, and this long as a data URL: 30,000 bytes. */
export const PICTURE_SIDE = 320;
export const PICTURE_CHARACTERS = 40_023;
/** At most this many pictures in one call. */
export const PICTURES_IN_A_CALL = 10;
/** At most this many periods in one heartbeat. */
export const PAST_PERIODS = 200;
/** Columns and rows into which a picture is divided to measure its brightness. */
export const LIGHTS_SIDE = 16;

/** A socket on which the server calls is lost after this silence: it says something every 20 s. */
export const CALLS_SILENCE_MS = 45_000;
/** Upper bound on the pause between attempts to open it. */
export const CALLS_RETRY_MAX_MS = 300_000;
/** How often the page of an ended lesson asks whether it was resumed, besides when the server calls. */
export const RESUME_INTERVAL_MS = 60_000;
/** How long the server lets a lesson be resumed. */
export const RESUME_PATIENCE_MS = resumableMs;
/** The page says that the lesson is about to end in its last minute, by the last heartbeat before it. */
export const ENDS_SOON_MS = 60_000 + deviceHeartbeatMs;
