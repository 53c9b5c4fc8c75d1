// Generated from api/openapi.yaml by `npm run contract`. Do not edit.

export interface paths {
    "/account/register/teacher/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * @description Whom the backend's rule for new teachers does not allow is refused with a sentence under `email`, as for any other fault of it.
         *     The reference server also sets a cookie that tells it by which browser the account was last registered.
         */
        post: operations["registerTeacher"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/login/teacher/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["loginTeacher"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/login/google/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * @description May live on another host. No refresh token comes back: the reference server's access token lasts a school day, and its
         *     session can be ended as any other.
         */
        post: operations["loginGoogle"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/current-user/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getCurrentUser"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/refresh/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Rotates. The refresh token of the answer replaces the one sent. */
        post: operations["refreshTokens"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/logout/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * @description Ends the session that the refresh token belongs to. An access token is welcome, not required. As an extension, a request
         *     without a refresh token ends the session of its access token: a Google sign-in has no other.
         */
        post: operations["logout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/verify-otp/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * @description Where the email was registered more than once and the browser is not the one that registered it last, the reference server
         *     removes the password and mails a link to choose one; `message` says so.
         */
        post: operations["verifyOtp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/resend-otp/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Known and unknown e-mails are answered alike. Sent again within 120 s it is refused with 429. */
        post: operations["resendOtp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/change-password/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Ends every other session of the teacher; the returned access token replaces the present one. */
        post: operations["changePassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/forgot-password/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Known and unknown e-mails are answered alike. */
        post: operations["forgotPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/reset-password/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["resetPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/section/create/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["createSection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/section/list/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * @description In one answer. The reference server keeps it small by its caps: 500 sections, 1,000 students in each, and 10,000 in all
         *     sections of a teacher. Sections beyond the cap, from before there was one, are listed once others are deleted.
         */
        get: operations["listSections"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/section/{id}/add-students/": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["SectionIdInPath"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * @description Adds those of the directory; blanks and repetitions are ignored, e-mails nobody has are named. All are added, or on a
         *     refusal none.
         */
        post: operations["addStudents"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/section/{id}/remove-students/": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["SectionIdInPath"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["removeStudents"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/section/{id}/delete/": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["SectionIdInPath"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * @description A wrong password is answered with 401; `detail` is then `Incorrect password`. With 403, `detail` tells a teacher who has no
         *     password, because of signing in with Google, how to set one.
         */
        delete: operations["deleteSection"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/section/search-students/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Students of the directory whose name or e-mail contains the text, at most 20, best matches first. */
        get: operations["searchStudents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/detection/sessions/start/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["startSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/detection/sessions/stop/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["stopSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/detection/sessions/status/{sectionId}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getSessionStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/detection/sessions/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * @description The section's sessions, also those that have ended, newest first, with what was detected in each; at most 50 an answer. `next`,
         *     when it is not null, is the address of the rest.
         */
        get: operations["listLessons"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/detection/sessions/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** @description Deletes a session that has ended, with everything that was recorded in it. */
        delete: operations["deleteLesson"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/detection/logs/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * @description Newest first. A backend answers with a list, or with an object that has `results`; `next`, when it is
         *     not null, is the address of the rest. The reference server ends a page after 500 logs, a later one after 2,000, and either
         *     before it exceeds 2 MiB: `next` alone says whether there are more.
         *
         *     Extensions of such an object. `count` says how many logs there are in all, so that the first of them can be
         *     shown while the rest is fetched. `newer` is an address on the same host, of what changes from then on: whoever
         *     asks it is answered with the logs that came or were corrected since as `results`, with the ids of those that
         *     were deleted since as `deleted`, and with the next `newer`. What changed meanwhile may be told twice. An
         *     address that is no longer good (too old, or too much has changed) is answered with 409: then everything is
         *     fetched anew. The addresses of pictures are renewed only by that. Without `newer` everything is fetched each time.
         */
        get: operations["listLogs"];
        put?: never;
        /**
         * @description Detection agents report here, each with the key that it was given: one event, or up to 500 at once. Each event carries
         *     the agent's own id: sent again, it is not recorded again. An event must have been seen during the section's active session,
         *     or during one that has ended less than two minutes ago, give or take two minutes by the agent's clock. Without a time, or seen
         *     after Stop by that clock, it may arrive up to five seconds after the session. An agent that counts from its last heartbeat (`epoch`, `elapsed_ms`) needs no right clock, and its
         *     times are taken as exact. Of a list each event is answered by itself, in the list's order; one that is refused leaves
         *     the others as they are.
         */
        post: operations["recordDetections"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/detection/logs/review/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Notes what the teacher makes of logs, of all that are named or of none. Doing it again changes nothing. */
        post: operations["reviewLogs"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/detection/logs/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** @description Deletes a log with its picture. */
        delete: operations["deleteLog"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/detection/agents/sections/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * @description Detection agents ask whom to watch, the sections with an active session and their students, as far as their
         *     keys reach.
         */
        get: operations["listWatchedSections"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/detection/agents/heartbeat/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * @description Detection agents say here, at least every 30 s, that they watch the sections with an active session, as far as their
         *     keys reach. Events that are recorded say so, too. The answer gives an epoch, from which an agent may count by a clock that
         *     nobody sets (a monotonic one).
         */
        post: operations["noteHeartbeat"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/detection/screenshots/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The picture of one detection, by the short-lived signed address that a log carries. */
        get: operations["getScreenshot"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dev/mail.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The development mailbox, newest first. There only while no mail server is set. `/dev/mail` is its page. */
        get: operations["listDevelopmentMail"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Id: number;
        /** @description There may be more logs than 32 bits can count. A number that JSON and JavaScript tell exactly. */
        LogId: number;
        Sentences: string[];
        Refusal: {
            detail?: string;
            error?: string;
            message?: string;
        } & {
            [key: string]: components["schemas"]["Sentences"];
        };
        Message: {
            message: string;
        };
        MessageWithAccess: {
            message: string;
            access: string;
        };
        Registration: {
            first_name: string;
            last_name: string;
            /** Format: idn-email */
            email: string;
            password: string;
            password2: string;
            /** @description Extension. What the link of an invitation carries behind `/register#`; without it nobody registers an invited email. */
            invitation?: string;
        };
        Credentials: {
            email: string;
            password: string;
        };
        GoogleCode: {
            code: string;
        };
        AccessToken: {
            access: string;
        };
        RefreshToken: {
            refresh: string;
        };
        SignOut: {
            refresh?: string;
        };
        Tokens: {
            access: string;
            refresh?: string;
        };
        Email: {
            /** Format: idn-email */
            email: string;
        };
        EmailCode: {
            email: string;
            code: string;
        };
        PasswordChange: {
            old_password: string;
            new_password: string;
            confirm_password: string;
        };
        PasswordReset: {
            token: string;
            new_password: string;
            confirm_password: string;
        };
        Password: {
            password: string;
        };
        User: {
            id: components["schemas"]["Id"];
            first_name: string;
            last_name: string;
            email: string;
        };
        NewSection: {
            name: string;
            subject: string;
        };
        Student: {
            id: components["schemas"]["Id"];
            name: string;
            email: string;
        };
        Section: {
            id: components["schemas"]["Id"];
            name: string;
            subject: string;
            students?: components["schemas"]["Student"][];
            /** @description Extension. After adding students, the e-mails that nobody in the directory has. */
            not_found?: string[];
        };
        StudentEmails: {
            student_emails: string[];
        };
        SessionStart: {
            section_id: components["schemas"]["Id"];
            /** @constant */
            is_active: true;
        };
        SessionStop: {
            section_id: components["schemas"]["Id"];
        };
        SessionStatus: {
            is_active: boolean;
            /**
             * Format: date-time
             * @description Extension. When the active session was started; null while there is none.
             */
            started_at?: string | null;
            /**
             * Format: date-time
             * @description Extension. When a heartbeat or an event of one of the active session's agents was last accepted, give or take ten
             *     seconds; null while none has been.
             */
            agents_seen_at?: string | null;
            /**
             * @description Extension. Whether anything watches the active session; null while there is none. `awaited`: nothing was accepted yet.
             *     `watching`: something was in the last minute. `silent`: something was, but not in the last minute. `refused`: agents report,
             *     none of them watches, and what they report is refused.
             * @enum {unknown}
             */
            agents_state?: "awaited" | "watching" | "silent" | "refused" | null;
            /**
             * @description Extension. Why, when it is refused. `clock`, an agent's clock is off; null otherwise.
             * @enum {unknown}
             */
            agents_refusal?: "clock" | "other" | null;
        };
        /** @description Both spellings of the time and of the student occur; a reader accepts either. */
        DetectionLog: {
            id: components["schemas"]["LogId"];
            /** Format: date-time */
            timestamp?: string;
            /** Format: date-time */
            created_at?: string;
            student_name?: string | null;
            student_email?: string | null;
            student?: {
                name?: string;
                email?: string;
            } | null;
            activity_type?: string | null;
            details?: string | null;
            /** @description A URL of at most 2,048 characters, or a data URL. The reference server leaves longer URLs out. */
            screenshot?: string | null;
            /** @description Extension. The session that it was recorded in; null when that is not known. */
            session_id?: number | null;
            /** @description Extension. The name of the agent that reported it, `simulated` for a made-up one; null when that is not known. */
            source?: string | null;
            /**
             * @description Extension. How many seconds the agent's clock was fast (negative: slow), when it was off by more than a minute and the time
             *     of the log was corrected; null otherwise.
             */
            clock_off_seconds?: number | null;
            /** @description Extension. What the teacher made of it; null when nothing yet. */
            review?: components["schemas"]["Review"] | null;
        };
        DetectionLogPage: {
            results: components["schemas"]["DetectionLog"][];
            next?: string | null;
            /** @description Extension. How many logs there are on all pages. */
            count?: number;
            /** @description Extension. The address of what changes from now on. */
            newer?: string;
            /** @description Extension. At such an address, the logs that were deleted. */
            deleted?: components["schemas"]["LogId"][];
        };
        Review: {
            /** @enum {unknown} */
            state: "seen" | "dismissed";
            note: string;
            /** Format: date-time */
            reviewed_at: string;
        };
        LogReview: {
            id: components["schemas"]["LogId"];
            review: components["schemas"]["Review"] | null;
        };
        ReviewRequest: {
            ids: components["schemas"]["LogId"][];
            /**
             * @description Null takes the reviews back with their notes.
             * @enum {unknown}
             */
            state: "seen" | "dismissed" | null;
            /** @description Without it the notes stay as they are. */
            note?: string;
        };
        /** @description A session with what was detected in it. */
        Lesson: {
            id: components["schemas"]["Id"];
            section: components["schemas"]["Id"];
            /** Format: date-time */
            started_at: string;
            /**
             * Format: date-time
             * @description Null while it is active.
             */
            ended_at: string | null;
            /** @description How many logs there are of each activity type, of the 50 commonest. */
            counts: {
                [key: string]: number;
            };
            /** @description How many logs there are of all other types; absent for none. */
            other_count?: number;
            /** @description How many different students the logs are of. */
            student_count: number;
        };
        LessonPage: {
            results: components["schemas"]["Lesson"][];
            next: string | null;
        };
        DetectionEvent: {
            /** @description The agent's own; no two of its events have the same. */
            id: string;
            section_id: components["schemas"]["Id"];
            student_email: string;
            activity_type: string;
            details?: string;
            /**
             * Format: date-time
             * @description When it was seen; the time of arrival if missing.
             */
            timestamp?: string;
            /** @description Of one of the agent's heartbeats. With `elapsed_ms` it counts instead of `timestamp`, which then only tells how far the clock is off. */
            epoch?: string;
            /** @description When it was seen, in milliseconds after the answer to that heartbeat; negative when before. */
            elapsed_ms?: number;
            /** @description An https URL, of at most 2,048 characters as it is kept (encoded), or a data URL of a PNG, JPEG, WebP or GIF. */
            screenshot?: string;
        };
        Heartbeat: {
            /** @description Any text. Names the moment of this answer. */
            epoch: string;
        };
        DetectionReport: {
            /** @description How many events were recorded now. */
            recorded: number;
            results: components["schemas"]["EventResult"][];
        };
        /** @description What became of one event. */
        EventResult: {
            /** @description The agent's own; null when it has none that can be read. */
            id: string | null;
            /** @description 201 when it was recorded, 200 when it had been recorded before, else what the event by itself would have been refused with. */
            status: number;
            /** @description As in a `Refusal`. */
            refusal?: {
                [key: string]: unknown;
            };
        };
        WatchedSection: {
            section_id: components["schemas"]["Id"];
            students: components["schemas"]["Student"][];
        };
        DevelopmentMail: {
            to: string;
            subject: string;
            text: string;
            code?: string;
            link?: string;
            /** Format: date-time */
            sent_at: string;
        };
        /** @description Asks for a `status_update` of each of the teacher's sections. */
        LiveRequest: {
            /** @constant */
            type: "get_status";
        };
        LiveMessage: components["schemas"]["DetectionStartMessage"] | components["schemas"]["StatusUpdateMessage"] | components["schemas"]["LogsChangedMessage"] | components["schemas"]["SectionsChangedMessage"] | components["schemas"]["HeartbeatMessage"];
        DetectionStartMessage: {
            /** @constant */
            type: "detection_start";
            section_id: components["schemas"]["Id"];
            /**
             * Format: date-time
             * @description Extension. When the session was started.
             */
            started_at?: string;
        };
        StatusUpdateMessage: {
            /** @constant */
            type: "status_update";
            section_id: components["schemas"]["Id"];
            status: components["schemas"]["SessionStatus"];
        };
        /** @description Extension. The section's logs are others now, at most ten times a second; a client asks for what is newer. */
        LogsChangedMessage: {
            /** @constant */
            type: "logs_changed";
            section_id: components["schemas"]["Id"];
        };
        /** @description Extension. The teacher's list of sections has changed, by whomever, such as a student's name; a client asks for it again. */
        SectionsChangedMessage: {
            /** @constant */
            type: "sections_changed";
        };
        /** @description Extension. The connection is alive. The first comes once the token is accepted, another at least every 25 s. */
        HeartbeatMessage: {
            /** @constant */
            type: "heartbeat";
        };
    };
    responses: {
        /** @description Refused, with the reason. */
        Refusal: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description Too often. `Retry-After` says in how many seconds to try again. */
        TooMany: {
            headers: {
                "Retry-After": number;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description Done. */
        Empty: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description What `If-None-Match` names is still the present version. */
        NotModified: {
            headers: {
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description Done, in a sentence for the teacher. */
        Message: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Message"];
            };
        };
        /** @description Done, in a sentence for the teacher. */
        MessageWithAccess: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["MessageWithAccess"];
            };
        };
        /** @description The section as it is now. */
        Section: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Section"];
            };
        };
        /** @description The section's session as it is now. */
        SessionStatus: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["SessionStatus"];
            };
        };
    };
    parameters: {
        SectionIdInPath: components["schemas"]["Id"];
    };
    requestBodies: never;
    headers: {
        /** @description The version of what is answered. Sent back in `If-None-Match` it is answered with 304 while nothing has changed. */
        ETag: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    registerTeacher: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Registration"];
            };
        };
        responses: {
            201: components["responses"]["Message"];
            400: components["responses"]["Refusal"];
            429: components["responses"]["TooMany"];
            default: components["responses"]["Refusal"];
        };
    };
    loginTeacher: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Credentials"];
            };
        };
        responses: {
            /** @description Signed in. The reference server also sets a cookie that tells it this browser from strangers who guess at the account. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tokens"];
                };
            };
            401: components["responses"]["Refusal"];
            /** @description The password is right but the e-mail is not verified (`detail` is `Account not verified`), or the account is disabled. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            429: components["responses"]["TooMany"];
            default: components["responses"]["Refusal"];
        };
    };
    loginGoogle: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GoogleCode"];
            };
        };
        responses: {
            /** @description Signed in. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessToken"];
                };
            };
            401: components["responses"]["Refusal"];
            /** @description The account is disabled or another person's, or the person may not become a teacher; `detail` says which. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            429: components["responses"]["TooMany"];
            default: components["responses"]["Refusal"];
        };
    };
    getCurrentUser: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The signed-in teacher. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            401: components["responses"]["Refusal"];
            default: components["responses"]["Refusal"];
        };
    };
    refreshTokens: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RefreshToken"];
            };
        };
        responses: {
            /** @description A new access token and, when the server rotates, a new refresh token. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tokens"];
                };
            };
            401: components["responses"]["Refusal"];
            429: components["responses"]["TooMany"];
            default: components["responses"]["Refusal"];
        };
    };
    logout: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignOut"];
            };
        };
        responses: {
            /** @description Signed out. `Clear-Site-Data` empties the browser's cache. */
            204: {
                headers: {
                    "Clear-Site-Data": "\"cache\"";
                    [name: string]: unknown;
                };
                content?: never;
            };
            429: components["responses"]["TooMany"];
            default: components["responses"]["Refusal"];
        };
    };
    verifyOtp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EmailCode"];
            };
        };
        responses: {
            200: components["responses"]["Message"];
            400: components["responses"]["Refusal"];
            429: components["responses"]["TooMany"];
            default: components["responses"]["Refusal"];
        };
    };
    resendOtp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Email"];
            };
        };
        responses: {
            200: components["responses"]["Message"];
            429: components["responses"]["TooMany"];
            default: components["responses"]["Refusal"];
        };
    };
    changePassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasswordChange"];
            };
        };
        responses: {
            200: components["responses"]["MessageWithAccess"];
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            429: components["responses"]["TooMany"];
            default: components["responses"]["Refusal"];
        };
    };
    forgotPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Email"];
            };
        };
        responses: {
            200: components["responses"]["Message"];
            429: components["responses"]["TooMany"];
            default: components["responses"]["Refusal"];
        };
    };
    resetPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasswordReset"];
            };
        };
        responses: {
            200: components["responses"]["MessageWithAccess"];
            400: components["responses"]["Refusal"];
            429: components["responses"]["TooMany"];
            default: components["responses"]["Refusal"];
        };
    };
    createSection: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewSection"];
            };
        };
        responses: {
            201: components["responses"]["Section"];
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            /** @description The teacher has as many sections as there can be. The reference server allows 500. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            429: components["responses"]["TooMany"];
            default: components["responses"]["Refusal"];
        };
    };
    listSections: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The teacher's own sections with their students. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Section"][];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Refusal"];
            default: components["responses"]["Refusal"];
        };
    };
    addStudents: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["SectionIdInPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StudentEmails"];
            };
        };
        responses: {
            200: components["responses"]["Section"];
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            /**
             * @description Extension. There would be more students than there can be: in the section, or in all sections of the teacher. The
             *     sentence says which, and is for the teacher.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            default: components["responses"]["Refusal"];
        };
    };
    removeStudents: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["SectionIdInPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StudentEmails"];
            };
        };
        responses: {
            200: components["responses"]["Section"];
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            default: components["responses"]["Refusal"];
        };
    };
    deleteSection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["SectionIdInPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Password"];
            };
        };
        responses: {
            204: components["responses"]["Empty"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            429: components["responses"]["TooMany"];
            default: components["responses"]["Refusal"];
        };
    };
    searchStudents: {
        parameters: {
            query: {
                q: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Students that match. */
            200: {
                headers: {
                    /** @description Extension. How many students match, of whom the answer may hold only the first. */
                    "X-Total-Count"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Student"][];
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            default: components["responses"]["Refusal"];
        };
    };
    startSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SessionStart"];
            };
        };
        responses: {
            200: components["responses"]["SessionStatus"];
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            default: components["responses"]["Refusal"];
        };
    };
    stopSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SessionStop"];
            };
        };
        responses: {
            200: components["responses"]["SessionStatus"];
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            default: components["responses"]["Refusal"];
        };
    };
    getSessionStatus: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                sectionId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["SessionStatus"];
            401: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            default: components["responses"]["Refusal"];
        };
    };
    listLessons: {
        parameters: {
            query: {
                section: components["schemas"]["Id"];
                /** @description The cursor that `next` carries. */
                before?: components["schemas"]["Id"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The section's lessons. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LessonPage"];
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            default: components["responses"]["Refusal"];
        };
    };
    deleteLesson: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Empty"];
            401: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            /** @description The session is active. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            default: components["responses"]["Refusal"];
        };
    };
    listLogs: {
        parameters: {
            query: {
                section: components["schemas"]["Id"];
                /** @description Extension. The cursor that the reference server's own `next` carries. */
                before?: components["schemas"]["LogId"];
                /** @description Extension. The cursor that the reference server's own `newer` carries. */
                since?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The section's detections. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DetectionLog"][] | components["schemas"]["DetectionLogPage"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            /** @description Extension. The rest of the list, or what is newer, cannot be told; the list is to be read from its start. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            default: components["responses"]["Refusal"];
        };
    };
    recordDetections: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DetectionEvent"] | {
                    [key: string]: unknown;
                }[];
            };
        };
        responses: {
            /** @description Received. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DetectionReport"];
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            /** @description The section has no active session. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            429: components["responses"]["TooMany"];
            default: components["responses"]["Refusal"];
        };
    };
    reviewLogs: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReviewRequest"];
            };
        };
        responses: {
            /** @description The reviews of these logs as they are now, by id. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LogReview"][];
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            default: components["responses"]["Refusal"];
        };
    };
    deleteLog: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["schemas"]["LogId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Empty"];
            401: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            default: components["responses"]["Refusal"];
        };
    };
    listWatchedSections: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Every section with an active session. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WatchedSection"][];
                };
            };
            401: components["responses"]["Refusal"];
            429: components["responses"]["TooMany"];
            default: components["responses"]["Refusal"];
        };
    };
    noteHeartbeat: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Noted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Heartbeat"];
                };
            };
            401: components["responses"]["Refusal"];
            429: components["responses"]["TooMany"];
            default: components["responses"]["Refusal"];
        };
    };
    getScreenshot: {
        parameters: {
            query: {
                seen_at: number;
                expires: number;
                signature: string;
            };
            header?: never;
            path: {
                id: components["schemas"]["LogId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The picture. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/png": string;
                    "image/jpeg": string;
                    "image/webp": string;
                    "image/gif": string;
                };
            };
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            default: components["responses"]["Refusal"];
        };
    };
    listDevelopmentMail: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What would have been sent. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DevelopmentMail"][];
                };
            };
            default: components["responses"]["Refusal"];
        };
    };
}
