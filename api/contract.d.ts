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
         * @description A person whom the backend's rule for new teachers excludes gets a sentence under `email`, like any other error of
         *     that field. The reference server also sets a cookie that identifies the browser that last registered the account.
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
         * @description May be on another host. Returns no refresh token: the reference server's access token lasts a school day, and its
         *     session can be ended like any other.
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
        /** @description Rotates. The returned refresh token replaces the one sent. */
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
         * @description Ends the session that the refresh token belongs to. An access token is optional. As an extension, a request without a
         *     refresh token ends the session of its access token, the only one a Google sign-in has.
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
         * @description If the email was registered more than once and this browser was not the last to do so, the reference server removes
         *     the password and mails a link to choose one; `message` says so.
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
        /** @description Known and unknown emails get the same answer. A repetition within 120 s is refused with 429. */
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
        /** @description Ends every other session of the teacher; the returned access token replaces the current one. */
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
        /** @description Known and unknown emails get the same answer. */
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
         * @description In one answer. The reference server's caps keep it small: 500 sections, 1,000 students in each, and 10,000 in all
         *     sections of a teacher. Older sections beyond the cap are listed once others are deleted. Extension: up to 50 sections of others
         *     that are shared with the teacher follow, with `shared`.
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
    "/section/ended-sharings/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * @description The sections of others that were shared with the teacher and no longer are, for 30 days, the last to end first; at most 50. Other
         *     teachers learn nothing about them.
         */
        get: operations["listEndedSharings"];
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
         * @description Adds students from the directory. Ignores blanks and duplicates, and names unknown emails. Adds all, or none on a
         *     refusal.
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
    "/section/{id}/student-email/": {
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
         * @description Gives an email to a student of the section who has none. Offered if the section has `takes_names`. For a student with `email_given`
         *     it changes the email, and takes it away with null.
         */
        post: operations["giveStudentEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/section/{id}/rename/": {
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
        /** @description Changes the section's name and subject. Offered if the section has `renamable`. */
        post: operations["renameSection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/section/{id}/pictures/": {
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
         * @description Sets whether students who attend on devices of their own are asked for pictures. Offered if the section has `asks_for_pictures`.
         *     During a lesson, off holds at once; on holds for students who agree afterwards or have agreed earlier in the lesson.
         */
        post: operations["askForPictures"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/section/{id}/reported-kinds/": {
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
         * @description Sets whether students' own devices report a kind. Offered if the section has `ignored_kinds`. Holds at once: what has begun before
         *     still ends. What other agents report is not affected.
         */
        post: operations["chooseReportedKind"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/section/{id}/room/": {
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
         * @description Sets the places of the section's students in the room, for all its teachers. Offered if the section has `room`. Students who are
         *     left out have no place, and those who are not in the section are ignored. Sending the same places twice changes nothing.
         */
        post: operations["arrangeRoom"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/section/{id}/teachers/": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["SectionIdInPath"];
            };
            cookie?: never;
        };
        /** @description The section's owner and its further teachers. Offered if the section has `shareable`. */
        get: operations["listSectionTeachers"];
        put?: never;
        /**
         * @description Shares the section with a teacher, or changes how and until when. A co-teacher may do what the owner may, but delete; a
         *     substitute starts and watches lessons, and reads the running one and those that they started or stopped. Offered if the section
         *     has `shareable`. The teacher is mailed the first time. The answer does not tell whether the email has an account: without one,
         *     the section is shared as soon as somebody has registered and verified the email.
         */
        post: operations["shareSection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/section/{id}/remove-teacher/": {
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
         * @description Ends the sharing with a teacher at once. Idempotent. Offered if the section has `shareable`; a teacher with whom it is shared may
         *     always remove themselves.
         */
        post: operations["removeSectionTeacher"];
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
         * @description A wrong password gets a 401 with the `detail` `Incorrect password`. A teacher without a password, after Google
         *     sign-in, gets a 403 whose `detail` says how to set one.
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
        /** @description Students in the directory whose name or email contains the text, at most 20, best matches first. */
        get: operations["searchStudents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/section/new-students/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * @description Adds people to the directory: all, or none on a refusal. Idempotent: people whose emails are known keep their names, and
         *     are returned as `existing`. Offered if the answer to a search has `X-Directory`. A teacher may add 1,000 people in 24 hours.
         */
        post: operations["addToDirectory"];
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
    "/detection/sessions/extend/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Moves the end time of the active session. Does nothing if it has none. */
        post: operations["extendSession"];
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
    "/detection/sessions/pause/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * @description Pauses the active session for the whole class, until it is resumed: devices turn their cameras off, and nothing is recorded. Does
         *     nothing if it is paused.
         */
        post: operations["pauseSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/detection/sessions/resume/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * @description Ends the pause of the active session. Without one, takes back the end of the last session, within an hour: it continues with its code
         *     and its devices, until the end it had, or for five minutes if that is past. Nothing is recorded of the time between. Does nothing if a
         *     session is active and not paused.
         */
        post: operations["resumeSession"];
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
         * @description The section's sessions, including ended ones, newest first, with their detections; at most 50 per answer. A non-null
         *     `next` is the address of the rest.
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
        /** @description Deletes an ended session with everything recorded in it. */
        delete: operations["deleteLesson"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/detection/sessions/{id}/describe/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Names a session, and notes something about it. What is absent stays. Idempotent. */
        post: operations["describeLesson"];
        delete?: never;
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
         * @description Newest first. The answer is a list, or an object with `results`, where a non-null `next` is the address of the rest. The reference
         *     server's first page holds up to 500 logs, later ones 2,000, and none exceeds 2 MiB: only `next` says whether there
         *     are more.
         *
         *     Extensions of such an object. `count` is the number of all logs, so that the first ones can be shown while the
         *     rest is fetched. `newer` is a URL on the same host that returns later changes: logs added or corrected since as
         *     `results`, ids of logs deleted since as `deleted`, and the next `newer`. A concurrent change may be returned
         *     twice. An expired URL (too old, or too much has changed) answers 409: then fetch the whole list again. Only that
         *     renews the URLs of pictures. Without `newer` the whole list is fetched each time.
         */
        get: operations["listLogs"];
        put?: never;
        /**
         * @description Detection agents report here with their own key: one event, or up to 500. Each event has the agent's own id and is
         *     recorded only once. It must have occurred during the section's active session, or during one that ended less than two
         *     minutes ago, within two minutes by the agent's clock. Without a time, or after Stop by that clock, it may arrive up
         *     to five seconds after the session. An agent that counts from its last heartbeat (`epoch`, `elapsed_ms`) needs no
         *     correct clock, and its times are taken as exact. Each event of a list is answered separately, in order; a refused one
         *     does not affect the others.
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
        /** @description Saves the teacher's review of all the named logs, or of none. Idempotent. */
        post: operations["reviewLogs"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/detection/logs/reply/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Stores the teacher's reply to a student's answer, instead of an earlier one, or takes it back. Idempotent. */
        post: operations["replyToAnswer"];
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
         * @description Tells detection agents whom to watch: the sections with an active session and their students, within the scope of
         *     their key.
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
         * @description Detection agents report here, at least every 30 s, that they watch the sections with an active session within the
         *     scope of their key. Recorded events count as well. The answer gives an epoch from which an agent may count with a
         *     monotonic clock.
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
        /** @description A detection's picture, at the short-lived signed address in its log. */
        get: operations["getScreenshot"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/attendance/invite/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * @description Returns the active lesson's code, with which students attend. It stays the same until the lesson ends or it is replaced. Those who
         *     attend or wait stay; an earlier code opens nothing.
         */
        post: operations["inviteStudents"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/attendance/sections/{sectionId}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listAttendees"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/attendance/sections/{sectionId}/lessons/{sessionId}/coverage/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * @description When students' own devices watched in a lesson, by the server's clock. Time without a period was not observed. A device that falls
         *     silent was last observed at its last heartbeat, unless it accounts for the time since when it is back.
         */
        get: operations["getCoverage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/attendance/sections/{sectionId}/lessons/{sessionId}/register/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * @description The attendance register of a lesson: a line for everybody who was in the section when it ended, or attended it. Only in a lesson to
         *     which somebody was admitted is anybody absent; of others it is unknown. Offered if the section has `attendable`.
         */
        get: operations["getRegister"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/attendance/sections/{sectionId}/lessons/{sessionId}/register/{studentId}/": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                sectionId: components["schemas"]["Id"];
                sessionId: components["schemas"]["Id"];
                studentId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        get?: never;
        /**
         * @description Corrects a line of the register by hand, instead of an earlier correction. What was recorded is kept beside it. A substitute corrects
         *     the running lesson only.
         */
        put: operations["correctRegister"];
        post?: never;
        /** @description Takes back the correction of a line of the register. Idempotent. The same teachers may as correct it. */
        delete: operations["takeBackCorrection"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/attendance/sections/{sectionId}/registers/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The registers of the lessons that began in a period, oldest first: the last 400. A substitute gets those of the lessons that they see. */
        get: operations["listRegisters"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/attendance/sections/{sectionId}/students/{studentId}/record/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * @description What is kept of a student in a section: a line for each of its lessons, what was recorded of them, and who has looked. It has nothing of
         *     classmates and no notes of teachers, so that it can be given to the student's parents. That it is read is in the audit trail.
         */
        get: operations["getStudentRecord"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/attendance/admit/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * @description Admits devices that knock or were refused; others are left as they are. People who are not in the section are added to it, and to
         *     the directory where teachers may (`STUDENTS`). Admitting a student who is admitted on another device ends that one. Of several
         *     devices of one student, the first to knock is admitted.
         */
        post: operations["admitStudents"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/attendance/admit-number/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Admits the waiting device whose screen shows a number, as `/attendance/admit/` does, and refuses the others that wait under its name. */
        post: operations["admitNumber"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/attendance/refuse-waiting/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Refuses all devices that wait at the door, up to the last one that the teacher was told of. */
        post: operations["refuseWaiting"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/attendance/refuse/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Refuses devices that knock, with all others that wait under their names, and ends the attendance of admitted ones. */
        post: operations["refuseStudents"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/attendance/excuse/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * @description Excuses a student of the active lesson for some minutes, instead of an earlier excuse. No detections of the student are recorded
         *     meanwhile, whoever reports them.
         */
        post: operations["excuseStudent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/attendance/end-excuse/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Ends a student's excuse early, if there is one. */
        post: operations["endExcuse"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/attendance/links/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * @description Mails students of the section a link each, with which they join the active lesson once (`/attend/redeem/`). It replaces an earlier
         *     link of theirs. A student is mailed once a minute, 5 times in a lesson and 30 times in 24 hours; a teacher can send 2,000 links in
         *     24 hours.
         */
        post: operations["sendLinks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/attendance/revoke-links/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Ends students' links to the active lesson that have not been used. Mails that still wait are not sent. */
        post: operations["revokeLinks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/attendance/badges/{sectionId}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The students of the section who have a badge. Without this call, there are none. */
        get: operations["listBadges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/attendance/badges/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * @description Makes a badge for each student, instead of an earlier one: a secret to print, with which its holder joins any lesson of the section as
         *     the student (`/attend/redeem/`). It is told only now. It ends when it is revoked or replaced, and when the student leaves the section.
         */
        post: operations["makeBadges"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/attendance/revoke-badges/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Ends students' badges. Who has joined with one stays in the lesson. */
        post: operations["revokeBadges"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/attend/link/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Whose link or badge it is, and to which lesson. Does not use it up. */
        post: operations["openLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/attend/redeem/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * @description Admits the student of a mailed link or a badge on this device, even if somebody else has knocked under that name or was turned away.
         *     A student who attends on another device knocks instead, and so does one who was turned away with this badge. A link is used up, a
         *     badge is not. A request that is repeated with the same token gets the same seat.
         */
        post: operations["redeemLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/attend/door/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description What a student sees who has typed a lesson's code. Wrong codes are limited by network. */
        post: operations["findDoor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/attend/knock/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * @description Asks the teacher to be admitted, on this device. A cookie of `/attend/door/` tells whether a browser knocks as several people. With the simulated class's `X-Agent-Key`, made-up students are admitted at once,
         *     unless another device of theirs is in the lesson. What their devices report with that key is labelled.
         */
        post: operations["knock"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/attend/heartbeat/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Reports what the device is doing, and returns whether it is admitted. Sent every `every_ms`, and when the state changes. */
        post: operations["noteAttendance"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/attend/reports/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * @description Records what an admitted device has seen of its student, whatever else an event says. Each event is answered separately, in order,
         *     and is recorded only once. Its time counts from a heartbeat's epoch, so that the device's clock does not matter: between the
         *     admission and the answer to this call, in the lesson. What was seen before the lesson's end may arrive for two minutes after it.
         */
        post: operations["reportFromDevice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/attend/leave/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Ends the attendance and its token. */
        post: operations["leaveLesson"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/attend/receipt/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * @description What was recorded of the student in the lesson, as long as it is kept, for the device that was admitted when the lesson ended; for
         *     one that left or was turned away, what it reported itself. The token can do nothing else then than read it and answer.
         */
        get: operations["getReceipt"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/attend/answer/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Stores what the student has to say about a log of the receipt, instead of an earlier answer and the reply to it. */
        post: operations["answerLog"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/attend/retention/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description How long what is recorded now is kept. For everyone, as it is told on `/how-detection-works`. */
        get: operations["getRetention"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/administration/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * @description The version, the health and the rules of this server. Every change under `/administration/` asks for the administrator's password, and
         *     changes and looks are in the audit trail.
         */
        get: operations["getSystem"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/administration/test-mail/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Mails the administrator, to show that mails arrive. */
        post: operations["sendTestMail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/administration/teachers/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Accounts by email, then pending invitations. */
        get: operations["listTeachers"];
        put?: never;
        /** @description Invites a teacher, or changes or deletes an account or an invitation. Refused (409) if nobody were left as an administrator. */
        post: operations["changeTeacher"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/administration/students/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * @description Students in the directory whose name or email contains the text, at most 20, best matches first. Or, with a day, those who have left:
         *     they were in no section before it and are in none, by name. Neither asks for nobody.
         */
        get: operations["findStudents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/administration/students/leavers/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * @description Deletes the students who have left, with everything stored about them. Refused (409) if there are not as many as the administrator was
         *     shown, or more than 1,000.
         */
        post: operations["eraseLeavers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/administration/students/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** @description Deletes a student with everything stored about them. */
        delete: operations["eraseStudent"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/administration/sections/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The sections of all teachers, by teacher. */
        get: operations["listAllSections"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/administration/sections/{id}/move/": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Gives a section with everything recorded in it to another teacher. Refused (409) while detection is active. */
        post: operations["moveSection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/administration/agents/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The agents, by name. */
        get: operations["listAgents"];
        put?: never;
        /** @description Adds an agent. Its key is told only now. */
        post: operations["addAgent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/administration/agents/revoke/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Revokes the key of an agent. What it has reported stays. */
        post: operations["revokeAgent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/administration/audit/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The audit trail, newest first. */
        get: operations["listAudit"];
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
        /** @description The development mailbox, newest first. Available only without a mail server. `/dev/mail` is its page. */
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
        /** @description May exceed 32 bits. Always exact in JSON and JavaScript. */
        LogId: number;
        Sentences: string[];
        Refusal: {
            detail?: string;
            error?: string;
            message?: string;
            /**
             * @description Extension. Why a mailed link has ended, for pages in other languages.
             * @enum {unknown}
             */
            link_ended?: "over" | "used" | "replaced" | "revoked";
            /**
             * @description Extension. Of a sign-in that was refused because others have guessed: `forgot-password` mails the owner a link
             *     that lets them in at once.
             * @constant
             */
            mailed_link?: true;
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
            /** @description Extension. The token after `/register#` in an invitation's link; an invited email cannot be registered without it. */
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
            /**
             * @description Extension. The calls under `/administration/` are for this teacher.
             * @constant
             */
            is_administrator?: true;
        };
        NewSection: {
            name: string;
            subject: string;
        };
        Student: {
            id: components["schemas"]["Id"];
            name: string;
            /**
             * @description Extension: of a student without an email, `id:` and digits. That is no email, but stands for one wherever students are
             *     identified by email.
             */
            email: string;
            /**
             * @description Extension. The email was given in this section, and nobody else uses it yet: it can be changed and taken away here. Only in
             *     lists of sections.
             * @constant
             */
            email_given?: true;
        };
        Section: {
            id: components["schemas"]["Id"];
            name: string;
            subject: string;
            students?: components["schemas"]["Student"][];
            /** @description Extension. Whether a session was ever started in it, as long as one of them is kept. */
            was_started?: boolean;
            /** @description Extension. When its sessions of the past four weeks started, the newest first, at most 20 of them. */
            recent_starts?: string[];
            /** @description Extension. After adding students, the emails missing from the directory. */
            not_found?: string[];
            /**
             * @description Extension. The section can be renamed.
             * @constant
             */
            renamable?: true;
            /**
             * @description Extension. Students can attend its lessons on devices of their own.
             * @constant
             */
            attendable?: true;
            /** @description Extension. The `minutes` of the last start; null for no end time. Present if sessions can end themselves. */
            lesson_minutes?: number | null;
            /** @description Extension. Whether students who attend on devices of their own are asked for pictures. Present if that can be chosen. */
            asks_for_pictures?: boolean;
            /** @description Extension. What students' own devices are not to report. Present if that can be chosen. */
            ignored_kinds?: components["schemas"]["DeviceKind"][];
            room?: components["schemas"]["Room"];
            /**
             * @description Extension. The section can be shared with further teachers.
             * @constant
             */
            shareable?: true;
            /**
             * @description Extension. Students can be made from names
             * @constant
             */
            takes_names?: true;
            shared?: components["schemas"]["Shared"];
        };
        /**
         * @description Extension. Where the students of a section sit. Present if that can be arranged. Cells without a student are gaps, and a column
         *     without one is an aisle.
         */
        Room: {
            /** @description Grows with each arrangement; 0 before the first. */
            version: number;
            /** @description At most one for each student, and for each cell. */
            places: components["schemas"]["RoomPlace"][];
        };
        RoomPlace: {
            student_id: components["schemas"]["Id"];
            /** @description From the front of the room. */
            row: number;
            /** @description From the left */
            column: number;
        };
        /**
         * @description What another teacher is to a section.
         * @enum {unknown}
         */
        SectionRole: "co-teacher" | "substitute";
        /** @description Extension. How another teacher's section is shared with this one. Absent from the teacher's own. */
        Shared: {
            role: components["schemas"]["SectionRole"];
            /**
             * Format: date-time
             * @description Null without an end.
             */
            until: string | null;
            /** @description The full name of the teacher whose section it is. */
            owner: string;
        };
        EndedSharing: {
            section_id: components["schemas"]["Id"];
            /** @description The full name of the teacher whose section it is. */
            owner: string;
            /** Format: date-time */
            ended_at: string;
        };
        SectionTeachers: {
            owner: {
                name: string;
                email: string;
            };
            /** @description The further teachers, the first to be invited first. */
            teachers: components["schemas"]["SectionTeacher"][];
        };
        SectionTeacher: {
            email: string;
            role: components["schemas"]["SectionRole"];
            /**
             * Format: date-time
             * @description Null without an end.
             */
            until: string | null;
        };
        NewSectionTeacher: {
            /** Format: idn-email */
            email: string;
            role: components["schemas"]["SectionRole"];
            /**
             * Format: date-time
             * @description Within a year from now; null without an end.
             */
            until: string | null;
        };
        SectionTeacherEmail: {
            email: string;
        };
        ReportedKind: {
            activity_type: components["schemas"]["DeviceKind"];
            is_reported: boolean;
        };
        PictureSetting: {
            asks_for_pictures: boolean;
        };
        StudentEmails: {
            student_emails: string[];
        };
        AddedStudents: {
            /** @description At least one, unless there are `new_students`. */
            student_emails: string[];
            /**
             * @description Extension. People to make, offered if the section has `takes_names`. Those with an email are added to the directory as by
             *     `/section/new-students/`. Those without one become students of this section only; a name that is in the section already is
             *     taken for that student.
             */
            new_students?: components["schemas"]["NamedStudent"][];
        };
        NamedStudent: {
            name: string;
            /** Format: idn-email */
            email?: string;
        };
        StudentEmail: {
            student_id: components["schemas"]["Id"];
            /**
             * Format: idn-email
             * @description Null takes away an email that was given in the section.
             */
            email: string | null;
        };
        NewStudents: {
            students: components["schemas"]["NewStudent"][];
        };
        NewStudent: {
            name: string;
            /** Format: idn-email */
            email: string;
        };
        DirectoryAddition: {
            added: components["schemas"]["Student"][];
            /** @description Those who were in the directory before, with the names there. */
            existing: components["schemas"]["Student"][];
        };
        SessionStart: {
            section_id: components["schemas"]["Id"];
            /** @constant */
            is_active: true;
            /**
             * @description Extension. The session ends itself after this time; null for no end time. Kept as the section's
             *     `lesson_minutes`. If it is absent, the session has no end time and the section keeps what it has.
             */
            minutes?: number | null;
        };
        SessionExtension: {
            section_id: components["schemas"]["Id"];
            minutes: number;
        };
        SessionStop: {
            section_id: components["schemas"]["Id"];
        };
        SessionPause: {
            section_id: components["schemas"]["Id"];
            /** @description The students read it. May be empty. */
            reason: string;
        };
        SessionResume: {
            section_id: components["schemas"]["Id"];
        };
        SessionStatus: {
            is_active: boolean;
            /**
             * Format: date-time
             * @description Extension. Until when the end of the last session can be taken back; null without one, or while one is active. Some messages leave it
             *     out; it is then unchanged.
             */
            resumable_until?: string | null;
            /** @description Extension. The pause of the active session; null if it is not paused. Some messages leave it out; it is then unchanged. */
            paused?: components["schemas"]["Pause"] | null;
            /**
             * Format: date-time
             * @description Extension. Start of the active session; null without one.
             */
            started_at?: string | null;
            /**
             * Format: date-time
             * @description Extension. When the active session will end itself; null if it will not. Messages about the agents leave it out;
             *     it is then unchanged.
             */
            ends_at?: string | null;
            /**
             * Format: date-time
             * @description Extension. When a heartbeat or an event of one of the active session's agents was last accepted, within ten
             *     seconds; null if none was.
             */
            agents_seen_at?: string | null;
            /**
             * @description Extension. Whether agents watch the active session; null without one. `awaited`: nothing was accepted yet,
             *     or not since the session was resumed a minute ago at most.
             *     `watching`: something was accepted in the last minute. `silent`: something was, but not in the last minute.
             *     `refused`: agents report, but all of it is refused.
             * @enum {unknown}
             */
            agents_state?: "awaited" | "watching" | "silent" | "refused" | null;
            /**
             * @description Extension. Why reports are refused. `clock` if an agent's clock is off; null if they are not refused.
             * @enum {unknown}
             */
            agents_refusal?: "clock" | "other" | null;
            /**
             * @description Extension. In answers to `get_status`, for an active session, and for the last one if it ended in the past 24
             *     hours: the number of students with an episode that has no review. An episode is detections of one student and
             *     type, each within 60 s of the one before.
             */
            to_look_at?: number;
            /**
             * @description Extension. In answers to `get_status`, for an active session: the number of people who wait to be admitted. A
             *     student of the section counts once, however many devices wait under the name.
             */
            waiting?: number;
        };
        /** @description Either spelling of the time and of the student may occur; readers must accept both. */
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
            /** @description Extension. The session it was recorded in; null if unknown. */
            session_id?: number | null;
            /** @description Extension. Name of the agent that reported it, `simulated` for simulated logs; null if unknown. */
            source?: string | null;
            /**
             * Format: date-time
             * @description Extension. When the episode ended; null while it lasts. Absent if the agent does not report ends.
             */
            ended_at?: string | null;
            /**
             * @description Extension. Seconds that the agent's clock was fast (negative: slow), if it was off by more than a minute and the
             *     log's time was corrected; null otherwise.
             */
            clock_off_seconds?: number | null;
            /** @description Extension. The teacher's review; null if there is none. */
            review?: components["schemas"]["Review"] | null;
            /** @description Extension. What the student has answered after the lesson. Absent without an answer. */
            answer?: string;
            /**
             * Format: date-time
             * @description Extension. When they answered. A review of before is one without the answer. Absent if unknown.
             */
            answered_at?: string;
            /** @description Extension. What a teacher has said to the answer */
            reply?: string;
        };
        DetectionLogPage: {
            results: components["schemas"]["DetectionLog"][];
            next?: string | null;
            /** @description Extension. Number of logs on all pages. */
            count?: number;
            /** @description Extension. The address of later changes. */
            newer?: string;
            /** @description Extension. At such an address, the deleted logs. */
            deleted?: components["schemas"]["LogId"][];
        };
        /**
         * @description What a teacher has decided about a log.
         * @enum {unknown}
         */
        ReviewState: "seen" | "dismissed";
        Review: {
            state: components["schemas"]["ReviewState"];
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
             * @description A `ReviewState`; null deletes the reviews with their notes.
             * @enum {unknown}
             */
            state: "seen" | "dismissed" | null;
            /** @description Without it existing notes stay. */
            note?: string;
        };
        NewReply: {
            id: components["schemas"]["LogId"];
            /** @description One line; empty takes the reply back. Line breaks and other control characters are removed. */
            text: string;
        };
        StoredReply: {
            id: components["schemas"]["LogId"];
            reply: string | null;
            /** @description Who replies has looked, so that the log is at least seen. */
            review: components["schemas"]["Review"] | null;
        };
        LessonDescription: {
            /** @description One line. */
            title?: string;
            note?: string;
        };
        /** @description A session with its detections. */
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
            /** @description Extension. The full name of the teacher who started it */
            started_by?: string;
            /** @description Extension. The full name of the teacher who stopped it */
            stopped_by?: string;
            /** @description Number of logs of each activity type, for the 50 most common. */
            counts: {
                [key: string]: number;
            };
            /** @description Number of logs of all other types; absent if none. */
            other_count?: number;
            /** @description Number of different students in the logs. */
            student_count: number;
            /** @description How long any agent watched it, to about ten seconds. 0 if none ever did; null if unknown. */
            watched_seconds?: number | null;
            /** @description Extension. The teacher's name for it; empty without. */
            title?: string;
            /** @description Extension. Empty without. */
            note?: string;
            /**
             * Format: date-time
             * @description Extension. When it will have been deleted; null if it is kept until somebody deletes it. Absent while it is active.
             */
            deleted_by?: string | null;
        };
        LessonPage: {
            results: components["schemas"]["Lesson"][];
            next: string | null;
        };
        DetectionEvent: {
            /** @description The agent's own id. Unique among its events. */
            id: string;
            section_id: components["schemas"]["Id"];
            student_email: string;
            activity_type: string;
            details?: string;
            /**
             * Format: date-time
             * @description When it occurred. Defaults to the time of arrival.
             */
            timestamp?: string;
            /** @description From one of the agent's heartbeats. With `elapsed_ms` it replaces `timestamp`, which then only shows how far the clock is off. */
            epoch?: string;
            /** @description When it occurred, in milliseconds after the answer to that heartbeat; negative if before. */
            elapsed_ms?: number;
            /** @description An https URL, of at most 2,048 characters as it is kept (encoded), or a data URL of a PNG, JPEG, WebP or GIF. */
            screenshot?: string;
        };
        Heartbeat: {
            /** @description An opaque text that identifies the moment of this answer. */
            epoch: string;
        };
        DetectionReport: {
            /** @description Number of events recorded now. */
            recorded: number;
            results: components["schemas"]["EventResult"][];
        };
        /** @description The result of one event. */
        EventResult: {
            /** @description The agent's own id; null if missing or unreadable. */
            id: string | null;
            /** @description 201 if it was recorded, 200 if it had been recorded before or the student was excused, else the status of a separate refusal. */
            status: number;
            /** @description True if it was not recorded because the teacher had excused the student. Else absent. */
            excused?: boolean;
            /** @description As in a `Refusal`. */
            refusal?: {
                [key: string]: unknown;
            };
        };
        WatchedSection: {
            section_id: components["schemas"]["Id"];
            students: components["schemas"]["Student"][];
            /** @description Extension. What the simulated class joins with. For its key only, if there are made-up students. */
            code?: components["schemas"]["LessonCode"];
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
        /** @description On all pages. Those behind the first 10 */
        Total: number;
        System: {
            version: string;
            /**
             * Format: date-time
             * @description Of the instance that answers.
             */
            started_at: string;
            /** @enum {unknown} */
            database: "embedded" | "PostgreSQL";
            /** @description Why the server is not ready, as `/ready` says. Absent if it is. */
            problem?: {
                part: string;
                reason: string;
            };
            mail: {
                /** @description There is a mail server. Otherwise mails are kept in the development mailbox. */
                is_sent: boolean;
                waiting: number;
                /** Format: date-time */
                waiting_since: string | null;
            };
            /**
             * @description Who may become a teacher.
             * @enum {unknown}
             */
            registration: "open" | "domains" | "invited";
            registration_domains: string[];
            /**
             * @description Who adds people to the directory.
             * @enum {unknown}
             */
            students: "teachers" | "imported";
            /** @description After how many days detections are deleted; null for never. */
            retention_days: number | null;
            audit_days: number;
            session_max_hours: number;
        };
        AdministeredTeacher: {
            email: string;
            name: string;
            /** @enum {unknown} */
            state: "active" | "disabled" | "not verified" | "invited";
            is_administrator: boolean;
            sections: number;
        };
        TeacherPage: {
            results: components["schemas"]["AdministeredTeacher"][];
            total: components["schemas"]["Total"];
            page: number;
            pages: number;
        };
        TeacherChange: {
            /**
             * @description `invite` mails a link, also instead of an earlier one. `disable` signs a teacher out and ends their lessons. `promote` and `demote`:
             *     as an administrator. `delete` deletes an account with everything it owns, or an invitation.
             * @enum {unknown}
             */
            change: "invite" | "disable" | "enable" | "promote" | "demote" | "delete";
            /** Format: idn-email */
            email: string;
            /** @description The administrator's own. */
            password: string;
        };
        Leavers: {
            /** Format: date-time */
            left_before: string;
            /** @description How many the administrator was shown. */
            count: number;
            /** @description The administrator's own. */
            password: string;
        };
        AdministeredStudent: {
            id: components["schemas"]["Id"];
            name: string;
            /** @description As in `Student`. */
            email: string;
            /**
             * Format: date-time
             * @description Of who has left: since when they are in no section, to the day.
             */
            left_at?: string;
        };
        StudentPage: {
            results: components["schemas"]["AdministeredStudent"][];
            total: components["schemas"]["Total"];
            page: number;
            pages: number;
        };
        AdministeredSection: {
            id: components["schemas"]["Id"];
            name: string;
            subject: string;
            teacher_email: string;
            students: number;
            /** @description Detection is active. */
            is_active: boolean;
        };
        SectionPage: {
            results: components["schemas"]["AdministeredSection"][];
            total: components["schemas"]["Total"];
            page: number;
            pages: number;
        };
        SectionMove: {
            /**
             * Format: idn-email
             * @description Of the teacher who gets it.
             */
            email: string;
            /** @description The administrator's own. */
            password: string;
        };
        AdministeredAgent: {
            name: string;
            /** @description The sections that it may report on; null for the whole school. */
            section_ids: components["schemas"]["Id"][] | null;
            events_per_minute: number;
            /** Format: date-time */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was last heard.
             */
            accepted_at: string | null;
            /**
             * Format: date-time
             * @description When a report was last refused.
             */
            refused_at: string | null;
            /** @description Why that was. */
            refusal: string | null;
        };
        AgentPage: {
            results: components["schemas"]["AdministeredAgent"][];
            total: components["schemas"]["Total"];
            page: number;
            pages: number;
        };
        NewAgent: {
            name: string;
            /** @description The sections that it may report on; null for the whole school. */
            section_ids: components["schemas"]["Id"][] | null;
            /** @description The administrator's own. */
            password: string;
        };
        AgentKey: {
            key: string;
        };
        AgentRevocation: {
            name: string;
            /** @description The administrator's own. */
            password: string;
        };
        AuditEntry: {
            /** Format: date-time */
            at: string;
            /**
             * Format: date-time
             * @description Of the last time; views of a quarter of an hour are one entry.
             */
            until: string;
            times: number;
            action: string;
            teacher_email: string | null;
            section_id: number | null;
            /** @description Students by id. */
            detail: string | null;
            address: string | null;
            /** @description Extension. Those whom `detail` names; absent without. */
            students?: {
                id: components["schemas"]["Id"];
                /** @description Null once the student is deleted. */
                name: string | null;
            }[];
        };
        AuditPage: {
            results: components["schemas"]["AuditEntry"][];
            total: components["schemas"]["Total"];
            page: number;
            pages: number;
        };
        NewInvitation: {
            section_id: components["schemas"]["Id"];
            /** @description Extension. Replaces the code by a new one. */
            replaces?: boolean;
        };
        WaitingNumber: {
            section_id: components["schemas"]["Id"];
            number: string;
            names_seen?: components["schemas"]["NamesSeen"];
            was_somebody_else?: components["schemas"]["WasSomebodyElse"];
        };
        WaitingUpTo: {
            section_id: components["schemas"]["Id"];
            /** @description The list's `waiting_up_to`. Those who knocked later stay. */
            up_to: components["schemas"]["Id"];
        };
        Invitation: {
            code: components["schemas"]["LessonCode"];
            /** @description Where students type the code. With `#` and the code behind it, the page fills the code in. */
            attend_url: string;
        };
        /** @description Six characters that cannot be mistaken for one another. */
        LessonCode: string;
        /**
         * @description Who attends the section's active lesson. One entry for each student at the door, with the first of their devices, up to 50 others at
         *     the door, and one entry for each student who has been admitted, has left or was refused. Those at the door who fall silent are left out until they are heard again.
         */
        Attendance: {
            /** @description Null without an active session; nobody attends then. */
            session_id: components["schemas"]["Id"] | null;
            /** @description Null until the teacher invites. */
            code: components["schemas"]["LessonCode"] | null;
            attendees: components["schemas"]["Attendee"][];
            /** @description Extension. How many people wait who are not in the section. Only the first 50 are listed. */
            outsiders_waiting?: number;
            /** @description Extension. Id of the last device that waits. Absent if there is none. */
            waiting_up_to?: components["schemas"]["Id"];
            /** @description Extension. Several devices have knocked lately under each of several names, so that no name is uncontested. */
            is_flooded?: boolean;
            /** @description Extension. Whether each change is announced by an `attendance_changed`, also that a device fell silent. Else the client polls. */
            is_announced?: boolean;
            /**
             * @description Extension. A device that attended can be declared somebody else's.
             * @constant
             */
            can_disown?: true;
            /** @description Extension. The students who are excused now. Present if students can be. */
            excuses?: components["schemas"]["Excuse"][];
            /** @description Extension. The latest link mailed to each student in this lesson. Present if links can be sent. */
            links?: components["schemas"]["AttendanceLink"][];
            /** @description After sending links, the students to whom none was sent, with a sentence for the teacher. Absent if there are none. */
            not_sent?: {
                student_id: components["schemas"]["Id"];
                detail: string;
            }[];
            /** @description After an admission, those who still wait, with a sentence for the teacher. Absent if there are none. */
            not_admitted?: {
                id: components["schemas"]["Id"];
                detail: string;
            }[];
        };
        AttendanceLink: {
            student_id: components["schemas"]["Id"];
            /**
             * @description `waiting`: the mail server has not accepted the mail yet. `failed`: it has rejected it, or not accepted it for an hour. `used`:
             *     somebody joined with the link.
             * @enum {unknown}
             */
            state: "waiting" | "sent" | "failed" | "used" | "revoked";
            /**
             * Format: date-time
             * @description When the teacher sent it.
             */
            sent_at: string;
        };
        LinkedStudents: {
            section_id: components["schemas"]["Id"];
            student_ids: components["schemas"]["Id"][];
        };
        Badges: {
            badges: {
                student_id: components["schemas"]["Id"];
                /** Format: date-time */
                made_at: string;
                /** @description When somebody last joined with it. */
                used_at: string | null;
            }[];
        };
        NewBadges: {
            attend_url: string;
            badges: {
                student_id: components["schemas"]["Id"];
                secret: string;
            }[];
        };
        LinkSecret: {
            /** @description What is behind `#link=` in the mailed address. */
            link: string;
            token?: components["schemas"]["DeviceToken"];
        };
        LinkedDoor: {
            section: string;
            subject: string;
            teacher: string;
            /** @description The name of the link's student. */
            student: string;
            /** @description Extension. The device with the token has used the link already. */
            is_joined?: boolean;
            /** @description Extension. It is a badge and works in every lesson of the section. */
            is_badge?: boolean;
            /** @description Extension. False while no lesson of the badge's section runs. */
            is_running?: boolean;
        };
        /**
         * @description Extension. A secret that the device has made: 32 random bytes in base64url. It becomes the token of the seat, so that a request
         *     that is repeated because its answer was lost gets the same seat. Without it, the server makes one.
         */
        DeviceToken: string;
        Attendee: {
            id: components["schemas"]["Id"];
            /** @description Null for somebody who is not in the section, until they are admitted. */
            student_id: components["schemas"]["Id"] | null;
            /** @description As in the directory */
            name: string;
            email: string;
            /**
             * @description `admitted`: not watching yet. `unwatched`: attends without a camera or without consent. `dark`: the camera shows nothing.
             *     `no_picture`: no new picture of the camera was looked at for 5 s. `hidden`: the page is not visible. `offline`: nothing was heard for 42 s, so that the teacher knows within 45 s.
             * @enum {unknown}
             */
            state: "knocking" | "admitted" | "watching" | "no_picture" | "unwatched" | "paused" | "dark" | "hidden" | "offline" | "left" | "refused";
            /**
             * Format: date-time
             * @description When the state began. For `offline`, when the device was last heard.
             */
            since: string;
            /** @description The student's reason for a pause, else empty. */
            reason: string;
            /** @description Extension. What was typed at the door */
            typed_name?: string;
            /** @description Extension. The number behind the name at the students' door */
            namesake?: number;
            /** @description Knocks for a student who is admitted on another device. Admitting them ends that one. */
            is_taken: boolean;
            /**
             * @description Extension. What the device came with past the door. Absent for the code.
             * @enum {unknown}
             */
            came_by?: "link" | "badge";
            /** @description Extension. The numbers that the devices waiting under this name show, the lowest first. No other at the door has them. */
            numbers?: string[];
            /**
             * @description Extension. Nothing speaks for it that the student knocks, and not somebody else in their name: several devices wait under it,
             *     or one of them was turned away, or the device has knocked under another name or keeps no cookies, or the door is flooded. So
             *     `/attendance/admit/` with `only_uncontested` does not admit it.
             */
            is_contested?: boolean;
        };
        ExcusedStudent: {
            section_id: components["schemas"]["Id"];
            student_id: components["schemas"]["Id"];
        };
        NewExcuse: {
            section_id: components["schemas"]["Id"];
            student_id: components["schemas"]["Id"];
            minutes: number;
            reason: string;
        };
        Excuse: {
            student_id: components["schemas"]["Id"];
            reason: string;
            /**
             * Format: date-time
             * @description When it ends by itself.
             */
            until: string;
        };
        PastExcuse: {
            student_id: components["schemas"]["Id"];
            name: string;
            email: string;
            reason: string;
            /** Format: date-time */
            started_at: string;
            /**
             * Format: date-time
             * @description When it ended or
             */
            ended_at: string;
        };
        Coverage: {
            /** Format: date-time */
            started_at: string;
            /**
             * Format: date-time
             * @description The lesson's end, or now while it is running.
             */
            until: string;
            is_over: boolean;
            /** @description Extension. Pauses of the class, and ends that were taken back, in order. Nothing was recorded meanwhile. */
            interruptions?: components["schemas"]["Interruption"][];
            /** @description Those who were admitted. Empty if nobody was. */
            students: components["schemas"]["StudentCoverage"][];
            /** @description Extension. When the teacher had excused students, in order. */
            excuses?: components["schemas"]["PastExcuse"][];
        };
        /**
         * @description What a student did in a lesson. `no_camera` was present, without a device that watched.
         * @enum {unknown}
         */
        RegisterState: "present" | "no_camera" | "excused" | "absent";
        RegisterEntry: {
            /**
             * @description The correction's state
             * @enum {unknown}
             */
            state: "present" | "no_camera" | "excused" | "absent" | "unknown";
            /** @enum {unknown} */
            recorded_state: "present" | "no_camera" | "excused" | "absent" | "unknown";
            /**
             * Format: date-time
             * @description When the student came.
             */
            from: string | null;
            /**
             * Format: date-time
             * @description When they went, if they did not stay until the end.
             */
            to: string | null;
            /** @description Whole minutes of the lesson before they came, without excused ones; 0 for up to five, and after a correction. */
            late_minutes: number;
            /** @description The same of the minutes after they went. */
            early_minutes: number;
            /**
             * @description The teacher had excused the student of all of the lesson, or a part. Who attended it is present all the same.
             * @enum {unknown}
             */
            excused: "whole" | "part" | null;
            /** @description Empty without an excuse. */
            excuse_reason: string;
            correction: components["schemas"]["Correction"] | null;
        };
        RegisterRow: {
            student_id: components["schemas"]["Id"];
            name: string;
            email: string;
            /** @description The student is in the section now. */
            is_member: boolean;
            entry: components["schemas"]["RegisterEntry"];
        };
        Correction: {
            state: components["schemas"]["RegisterState"];
            reason: string;
            /** @description The teacher's full name; null once they are deleted. */
            by: string | null;
            /** Format: date-time */
            corrected_at: string;
        };
        NewCorrection: {
            state: components["schemas"]["RegisterState"];
            /** @description One line. Line breaks and other control characters are removed. */
            reason: string;
        };
        Register: {
            session_id: components["schemas"]["Id"];
            /** Format: date-time */
            started_at: string;
            /**
             * Format: date-time
             * @description The lesson's end, or now while it is running.
             */
            until: string;
            is_over: boolean;
            /** @description Somebody was admitted to the lesson. */
            is_taken: boolean;
            /** @description By name. */
            rows: components["schemas"]["RegisterRow"][];
        };
        Registers: {
            registers: components["schemas"]["Register"][];
            /** @description Number of earlier lessons of the period that are left out. */
            more: number;
        };
        StudentRecord: {
            student: {
                id: components["schemas"]["Id"];
                name: string;
                email: string;
                is_member: boolean;
            };
            /** @description The lessons in whose registers the student stands, newest first. At most 400. */
            lessons: components["schemas"]["LessonOfStudent"][];
            more_lessons: number;
            /** @description What was recorded of the student, newest first, without pictures and teachers' notes. At most 2,000. */
            logs: components["schemas"]["DetectionLog"][];
            more_logs: number;
            /** @description Which teachers have looked, the last first. At most 100. */
            looks: components["schemas"]["Look"][];
            /** @description How long the audit trail is kept. */
            looks_days: number;
        };
        LessonOfStudent: {
            session_id: components["schemas"]["Id"];
            /** Format: date-time */
            started_at: string;
            /**
             * Format: date-time
             * @description Null while it is running.
             */
            ended_at: string | null;
            /** @description So far */
            length_seconds: number;
            /** @description How long devices of the student watched; null if nobody attended on a device, so that agents alone may have. */
            observed_seconds: number | null;
            entry: components["schemas"]["RegisterEntry"];
            /**
             * Format: date-time
             * @description When what was recorded is deleted at the latest; null if it is kept until somebody deletes it.
             */
            deleted_by: string | null;
            /** @description Extension. The teacher's name for it; empty without. */
            title?: string;
            /** @description Extension. When devices of the student watched, in order. */
            observed?: components["schemas"]["Span"][];
            /** @description Extension. When nothing could be recorded, in order. */
            interruptions?: components["schemas"]["Span"][];
        };
        Span: {
            /** Format: date-time */
            started_at: string;
            /** Format: date-time */
            ended_at: string;
        };
        Look: {
            /** @description The teacher's full name; null once they are deleted. */
            by: string | null;
            /**
             * @description This record, or the logs of the whole section. Of the latter, one for each teacher.
             * @enum {unknown}
             */
            what: "record" | "logs";
            /** Format: date-time */
            first_at: string;
            /** Format: date-time */
            last_at: string;
        };
        Pause: {
            reason: string;
            /** Format: date-time */
            since: string;
        };
        Interruption: {
            /** @description Of a pause; null for an end that was taken back. */
            reason: string | null;
            /** Format: date-time */
            started_at: string;
            /**
             * Format: date-time
             * @description Now, while it lasts.
             */
            ended_at: string;
        };
        StudentCoverage: {
            student_id: components["schemas"]["Id"];
            name: string;
            email: string;
            /** @description In order, without overlaps. Time between them was not observed. */
            periods: components["schemas"]["WatchPeriod"][];
        };
        WatchPeriod: {
            state: components["schemas"]["WatchState"];
            /** Format: date-time */
            started_at: string;
            /** Format: date-time */
            ended_at: string;
        };
        /**
         * @description As an `Attendee`'s. Only `watching` observes the student.
         * @enum {unknown}
         */
        WatchState: "watching" | "no_picture" | "unwatched" | "paused" | "dark" | "hidden";
        AttendeeIds: {
            section_id: components["schemas"]["Id"];
            ids: components["schemas"]["Id"][];
            was_somebody_else?: components["schemas"]["WasSomebodyElse"];
        };
        /** @description Extension. The teacher has seen the `typed_name`; without it, attendees who have one still wait. */
        NamesSeen: boolean;
        /**
         * @description Extension, with `can_disown`. The devices that attend and are turned away or replaced by this call were not the students'. What
         *     they reported is deleted, and when they watched.
         */
        WasSomebodyElse: boolean;
        NewAdmissions: {
            section_id: components["schemas"]["Id"];
            ids: components["schemas"]["Id"][];
            names_seen?: components["schemas"]["NamesSeen"];
            was_somebody_else?: components["schemas"]["WasSomebodyElse"];
            /** @description Extension. Leaves out those that are contested by now. They are in `not_admitted`. */
            only_uncontested?: boolean;
        };
        DoorCode: {
            /** @description As typed: case, width, spaces, hyphens and invisible characters do not matter. */
            code: string;
            token?: components["schemas"]["DeviceToken"];
        };
        Door: {
            section: string;
            subject: string;
            teacher: string;
            /** @description The section's students. Namesakes have a number in brackets. */
            students: {
                id: components["schemas"]["Id"];
                name: string;
            }[];
            /** @description Whether the teacher asks for pictures. */
            screenshots: boolean;
            /** @description Extension. The device with the token is in the lesson or at its door already, and stays there. */
            seat?: {
                /** @description The student's name. */
                student: string;
            };
        };
        /** @description With `student_id` for a student of the section, with `name` and `email` for anybody else. */
        Knock: {
            code: string;
            student_id?: components["schemas"]["Id"];
            name?: string;
            /** Format: idn-email */
            email?: string;
            token?: components["schemas"]["DeviceToken"];
            proof?: components["schemas"]["KnockProof"];
        };
        KnockProof: {
            /** @description From a 428. */
            challenge: string;
            /** @description A number for which the SHA-256 hash of the challenge, a colon and the number begins with `bits` zero bits. */
            answer: number;
        };
        KnockPrice: {
            detail: string;
            /** @description Good for one knock at this door within two minutes. */
            challenge: string;
            bits: number;
        };
        Knocked: {
            /** @description For `Authorization: Attend <token>`. It is for one student, one lesson and one device. */
            token: string;
            attendee_id: components["schemas"]["Id"];
        };
        AttendeeState: {
            /**
             * @description `waiting`: at the door, or not ready to watch yet.
             * @enum {unknown}
             */
            state: "waiting" | "watching" | "no_picture" | "unwatched" | "paused" | "dark" | "hidden";
            /** @description For a pause. */
            reason?: string;
            /** @description Extension. Code of the language in which the student reads the page, for mails to them. Unknown ones are ignored. */
            language?: string;
            /** @description Extension. Whether the student agrees to send pictures; without it, no. Holds until the next heartbeat. */
            sends_pictures?: boolean;
            /**
             * @description What the device did since the last heartbeat that was answered, if its state did not simply continue: it was offline, slept, or its state
             *     changed. In order. Counts from that heartbeat until now at most; without it, a silent device was not watching. A device that
             *     said that it was watching, and finds that its pictures proved nothing, takes that back for up to 20 s before that heartbeat.
             */
            past?: components["schemas"]["PastPeriod"][];
        };
        PastPeriod: {
            state: components["schemas"]["WatchState"];
            /** @description From one of the token's heartbeats. */
            epoch: string;
            /** @description When it began, in milliseconds after the answer to that heartbeat by a monotonic clock. */
            elapsed_ms: number;
            ended_elapsed_ms: number;
        };
        AttendHeartbeat: {
            /**
             * @description `ended`: the lesson is over. `taken_over`: the student was admitted on another device.
             * @enum {unknown}
             */
            state: "knocking" | "admitted" | "refused" | "ended" | "taken_over";
            /** @description An opaque text that identifies the moment of this answer. */
            epoch: string;
            lesson: {
                section: string;
                teacher: string;
                /** Format: date-time */
                started_at: string;
                /** @description Extension. In how many milliseconds the lesson ends itself; null if it does not. */
                ends_in_ms?: number | null;
                /**
                 * Format: date-time
                 * @description Extension. When everything of the lesson will have been deleted, however long it goes on; null if it is kept until somebody
                 *     deletes it.
                 */
                deleted_by?: string | null;
                /** @description Extension. Whether the teacher asks for pictures now. */
                asks_for_pictures?: boolean;
                /** @description Extension. What the device is not to report now; it would be refused. */
                ignored_kinds?: components["schemas"]["DeviceKind"][];
            };
            /** @description When to send the next heartbeat. */
            every_ms: number;
            /** @description Extension. At the door. The student tells it to the teacher. */
            number?: string;
            /**
             * Format: date-time
             * @description Present while the teacher has excused the student, or paused the class. Nothing that happens until then is recorded.
             */
            excused_until?: string;
            /** @description Extension. Present while the teacher has paused the class, with the reason, which may be empty. */
            paused?: string;
        };
        AttendReport: {
            /** @description Each an `AttendEvent`; invalid ones are refused separately. */
            events: {
                [key: string]: unknown;
            }[];
        };
        /**
         * @description The kinds of detection that have a name. Agents may report others.
         * @enum {unknown}
         */
        ActivityKind: "no_face" | "multiple_faces" | "suspicious_application" | "left_page";
        /**
         * @description What a student's device reports. Nobody in view lasts 8 s at least, several people 5 s, leaving the page 3 s.
         * @enum {unknown}
         */
        DeviceKind: "no_face" | "multiple_faces" | "left_page";
        /**
         * @description An episode. The server makes its `details` from its kind and times. A device has one of a kind at a time: one that is shorter than
         *     its kind needs, or overlaps another one of its kind, is refused.
         */
        AttendEvent: {
            /** @description The page's own id. Unique among its events. */
            id: string;
            activity_type: components["schemas"]["DeviceKind"];
            /** @description From one of the token's heartbeats. */
            epoch: string;
            /** @description When it began, in milliseconds after the answer to that heartbeat by a monotonic clock; negative if before. */
            elapsed_ms: number;
            /**
             * @description When it ended. An event without it is still open; sending it again with it adds the end. Until then, the server ends it when the
             *     device falls silent, leaves or is replaced, when another of its kind begins, and with the lesson.
             */
            ended_elapsed_ms?: number;
            /**
             * @description Extension. What the camera showed, as a data URL of a JPEG of at most 320 x 320 pixels and 30,000 bytes. Kept without its
             *     metadata while the lesson runs, if the teacher asks for pictures and the student has agreed, and at most 60 in an hour.
             *     Otherwise the event is recorded without it.
             */
            screenshot?: string;
        };
        AttendResults: {
            results: components["schemas"]["AttendResult"][];
        };
        /** @description The result of one event. */
        AttendResult: {
            /** @description The page's own id; null if missing or unreadable. */
            id: string | null;
            /**
             * @description `recorded`: now, or its end was added now. `duplicate`: before. `excused`: not recorded, as the student was excused.
             * @enum {unknown}
             */
            status: "recorded" | "duplicate" | "excused" | "refused";
            /** @description Why it was refused. */
            detail?: string;
            /**
             * @description Extension. The event counts without the picture that came with it.
             * @constant
             */
            picture_dropped?: true;
        };
        Receipt: {
            section: string;
            /** @description Whose section it is. */
            teacher: string;
            /**
             * Format: date-time
             * @description The lesson's end.
             */
            ended_at: string;
            /** @description What the student's devices did, as in `Coverage`. */
            periods: components["schemas"]["WatchPeriod"][];
            /** @description When the teacher had excused the student, in order. */
            excuses: {
                reason: string;
                /** Format: date-time */
                started_at: string;
                /** Format: date-time */
                ended_at: string;
            }[];
            /** @description Everything that was recorded of the student, by whatever agent, oldest first. */
            logs: components["schemas"]["ReceiptLog"][];
            /** @description Number of later logs that are left out. */
            more: number;
            /**
             * Format: date-time
             * @description When the logs will have been deleted; null if they are kept until somebody deletes them.
             */
            deleted_by: string | null;
        };
        Retention: {
            /**
             * Format: date-time
             * @description When a lesson that ends now will have been deleted; null if it is kept until somebody deletes it.
             */
            deleted_by: string | null;
            /**
             * Format: date-time
             * @description When the audit trail will have forgotten who looks now.
             */
            looks_deleted_by: string;
        };
        ReceiptLog: {
            id: components["schemas"]["LogId"];
            activity_type: string;
            details: string;
            /** Format: date-time */
            started_at: string;
            /**
             * Format: date-time
             * @description Null if it is not known.
             */
            ended_at: string | null;
            /** @description Name of the agent that reported it. */
            source: string;
            /** @description Whether a picture came with it. */
            has_picture: boolean;
            /** @description Extension. Short-lived address of the picture that is kept; absent without one. */
            screenshot?: string;
            /** @description The teacher has looked at it. Their note is not for the student. */
            review: {
                state: components["schemas"]["ReviewState"];
                /** @description Null once the teacher is deleted. */
                by: string | null;
                /** Format: date-time */
                reviewed_at: string;
            } | null;
            answer: string | null;
            /** @description What a teacher has said to the answer. */
            reply: {
                text: string;
                /** @description Null once the teacher is deleted. */
                by: string | null;
            } | null;
        };
        NewAnswer: {
            log_id: components["schemas"]["LogId"];
            /** @description One line. Line breaks and other control characters are removed. */
            text: string;
        };
        StoredAnswer: {
            log_id: components["schemas"]["LogId"];
            answer: string;
        };
        /** @description Requests a `status_update` for each of the teacher's sections. */
        LiveRequest: {
            /** @constant */
            type: "get_status";
        };
        LiveMessage: components["schemas"]["DetectionStartMessage"] | components["schemas"]["StatusUpdateMessage"] | components["schemas"]["LogsChangedMessage"] | components["schemas"]["SectionsChangedMessage"] | components["schemas"]["AttendanceChangedMessage"] | components["schemas"]["HeartbeatMessage"];
        DetectionStartMessage: {
            /** @constant */
            type: "detection_start";
            section_id: components["schemas"]["Id"];
            /**
             * Format: date-time
             * @description Extension. Start of the session.
             */
            started_at?: string;
            /**
             * Format: date-time
             * @description Extension. As in `SessionStatus`.
             */
            ends_at?: string | null;
        };
        StatusUpdateMessage: {
            /** @constant */
            type: "status_update";
            section_id: components["schemas"]["Id"];
            status: components["schemas"]["SessionStatus"];
        };
        /** @description Extension. The section's logs have changed. Sent at most ten times a second; the client requests the changes. */
        LogsChangedMessage: {
            /** @constant */
            type: "logs_changed";
            section_id: components["schemas"]["Id"];
        };
        /** @description Extension. The teacher's list of sections has changed, such as a student's name; the client requests it again. */
        SectionsChangedMessage: {
            /** @constant */
            type: "sections_changed";
        };
        /** @description Extension. Who attends the section's lesson, or how, has changed. Sent at most once a second; the client requests it. */
        AttendanceChangedMessage: {
            /** @constant */
            type: "attendance_changed";
            section_id: components["schemas"]["Id"];
        };
        /** @description Extension. The connection is alive. Sent once the token is accepted, then at least every 25 s. */
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
        /** @description The teacher is no administrator, or has no password yet (Google sign-in) and cannot confirm a change. */
        NoAdministrator: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description Too many requests. `Retry-After` is the wait in seconds. */
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
        /** @description The version in `If-None-Match` is still current. */
        NotModified: {
            headers: {
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description Success, with a sentence for the teacher. */
        Message: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Message"];
            };
        };
        /** @description Success, with a sentence for the teacher. */
        MessageWithAccess: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["MessageWithAccess"];
            };
        };
        /** @description The section's current state. */
        Section: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Section"];
            };
        };
        /** @description The current state of the section's session. */
        SessionStatus: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["SessionStatus"];
            };
        };
        /** @description The section is shared with the teacher, but not for this. The sentence, meant for the teacher, says what they may do. */
        NotAllowed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description Who teaches the section. */
        SectionTeachers: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["SectionTeachers"];
            };
        };
        /** @description The section has no active session. */
        NoLesson: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description The device was never in the lesson, is no longer in it while it is running, or was replaced; or there is no such log. */
        NoReceipt: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description The device is in the lesson, which is running, perhaps again. Its receipt comes when it ends. */
        LessonRuns: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description The code is wrong, or its lesson is over. */
        NoSuchCode: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description The students of the section who have a badge. */
        Badges: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Badges"];
            };
        };
        /** @description There is no such link. The sentence is meant for the student. */
        NoSuchLink: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description The link was used, revoked or replaced, or its lesson is over. The sentence says which, for the student, and `link_ended`. */
        LinkEnded: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description Who attends the section's active lesson. */
        Attendance: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Attendance"];
            };
        };
    };
    parameters: {
        /** @description From 1 on. A page behind the last one is the last one. */
        PageNumber: number;
        /** @description Only what contains this text. */
        SearchText: string;
        SectionIdInPath: components["schemas"]["Id"];
    };
    requestBodies: never;
    headers: {
        /** @description The version of the answer. Sent back in `If-None-Match`, it gets a 304 until something changes. */
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
            /** @description Signed in. The reference server also sets a cookie that tells this browser from strangers who guess passwords. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tokens"];
                };
            };
            401: components["responses"]["Refusal"];
            /** @description The password is correct, but the email is not verified (`detail` is `Account not verified`) or the account is disabled. */
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
            /** @description A new access token and, if the server rotates, a new refresh token. */
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
            /** @description The teacher has the maximum number of sections. The reference server allows 500. */
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
            /** @description The teacher's own sections with their students, and those shared with them. */
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
    listEndedSharings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Whose sections they are, and when the sharing ended. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EndedSharing"][];
                };
            };
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
                "application/json": components["schemas"]["AddedStudents"];
            };
        };
        responses: {
            200: components["responses"]["Section"];
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            /** @description Extension. One of the `new_students` has an email, and only administrators add people to the directory. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            404: components["responses"]["Refusal"];
            /**
             * @description Extension. There would be too many students in the section or in all sections of the teacher. The sentence, meant
             *     for the teacher, says which.
             */
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
    giveStudentEmail: {
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
                "application/json": components["schemas"]["StudentEmail"];
            };
        };
        responses: {
            200: components["responses"]["Section"];
            /** @description The email is wrong, or a teacher or another student has it. The sentence is meant for the teacher. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            401: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            /** @description The student has an email already, which was not given here or which others use. */
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
    renameSection: {
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
                "application/json": components["schemas"]["NewSection"];
            };
        };
        responses: {
            200: components["responses"]["Section"];
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            429: components["responses"]["TooMany"];
            default: components["responses"]["Refusal"];
        };
    };
    askForPictures: {
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
                "application/json": components["schemas"]["PictureSetting"];
            };
        };
        responses: {
            200: components["responses"]["Section"];
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            429: components["responses"]["TooMany"];
            default: components["responses"]["Refusal"];
        };
    };
    chooseReportedKind: {
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
                "application/json": components["schemas"]["ReportedKind"];
            };
        };
        responses: {
            200: components["responses"]["Section"];
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            429: components["responses"]["TooMany"];
            default: components["responses"]["Refusal"];
        };
    };
    arrangeRoom: {
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
                "application/json": components["schemas"]["Room"];
            };
        };
        responses: {
            200: components["responses"]["Section"];
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            /** @description The room was arranged since the `version` of the request. Nothing was changed. */
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
    listSectionTeachers: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["SectionIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["SectionTeachers"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["Refusal"];
            default: components["responses"]["Refusal"];
        };
    };
    shareSection: {
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
                "application/json": components["schemas"]["NewSectionTeacher"];
            };
        };
        responses: {
            200: components["responses"]["SectionTeachers"];
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["Refusal"];
            /** @description The section has 20 further teachers, which is the most there can be. */
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
    removeSectionTeacher: {
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
                "application/json": components["schemas"]["SectionTeacherEmail"];
            };
        };
        responses: {
            204: components["responses"]["Empty"];
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["NotAllowed"];
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
                    /** @description Extension. Number of matching students. The answer may hold only the first. */
                    "X-Total-Count"?: number;
                    /** @description Extension. `open` if the teacher may add people to the directory; absent otherwise. */
                    "X-Directory"?: "open";
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
    addToDirectory: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewStudents"];
            };
        };
        responses: {
            /** @description All of them are in the directory. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DirectoryAddition"];
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            /** @description Only administrators add people to the directory. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description The teacher would have added too many people in 24 hours. The sentence is meant for the teacher. */
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
    extendSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SessionExtension"];
            };
        };
        responses: {
            200: components["responses"]["SessionStatus"];
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            409: components["responses"]["Refusal"];
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
    pauseSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SessionPause"];
            };
        };
        responses: {
            200: components["responses"]["SessionStatus"];
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            409: components["responses"]["Refusal"];
            default: components["responses"]["Refusal"];
        };
    };
    resumeSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SessionResume"];
            };
        };
        responses: {
            200: components["responses"]["SessionStatus"];
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            409: components["responses"]["Refusal"];
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
                /** @description The cursor in `next`. */
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
    describeLesson: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LessonDescription"];
            };
        };
        responses: {
            204: components["responses"]["Empty"];
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            default: components["responses"]["Refusal"];
        };
    };
    listLogs: {
        parameters: {
            query: {
                section: components["schemas"]["Id"];
                /** @description Extension. The cursor in the reference server's `next`. */
                before?: components["schemas"]["LogId"];
                /** @description Extension. The cursor in the reference server's `newer`. */
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
            /** @description Extension. The cursor has expired; read the list from its start. */
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
            /** @description The logs' current reviews, by id. */
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
    replyToAnswer: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewReply"];
            };
        };
        responses: {
            /** @description The log's reply and review. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StoredReply"];
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            /** @description The student has not answered. */
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
                /** @description Of an address in a student's receipt. */
                reader?: "student";
                /** @description Of an address that was given to a teacher with whom the section is shared. */
                teacher?: components["schemas"]["Id"];
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
    inviteStudents: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewInvitation"];
            };
        };
        responses: {
            /** @description The code. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invitation"];
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            409: components["responses"]["NoLesson"];
            default: components["responses"]["Refusal"];
        };
    };
    listAttendees: {
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
            200: components["responses"]["Attendance"];
            401: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            default: components["responses"]["Refusal"];
        };
    };
    getCoverage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                sectionId: components["schemas"]["Id"];
                sessionId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Who was observed, and when. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Coverage"];
                };
            };
            401: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            default: components["responses"]["Refusal"];
        };
    };
    getRegister: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                sectionId: components["schemas"]["Id"];
                sessionId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The register. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Register"];
                };
            };
            401: components["responses"]["Refusal"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["Refusal"];
            default: components["responses"]["Refusal"];
        };
    };
    correctRegister: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                sectionId: components["schemas"]["Id"];
                sessionId: components["schemas"]["Id"];
                studentId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewCorrection"];
            };
        };
        responses: {
            /** @description The register with the correction. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Register"];
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["Refusal"];
            default: components["responses"]["Refusal"];
        };
    };
    takeBackCorrection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                sectionId: components["schemas"]["Id"];
                sessionId: components["schemas"]["Id"];
                studentId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The register without the correction. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Register"];
                };
            };
            401: components["responses"]["Refusal"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["Refusal"];
            default: components["responses"]["Refusal"];
        };
    };
    listRegisters: {
        parameters: {
            query: {
                from: string;
                /** @description Not included. */
                to: string;
            };
            header?: never;
            path: {
                sectionId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The registers. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Registers"];
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            default: components["responses"]["Refusal"];
        };
    };
    getStudentRecord: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                sectionId: components["schemas"]["Id"];
                studentId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StudentRecord"];
                };
            };
            401: components["responses"]["Refusal"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["Refusal"];
            default: components["responses"]["Refusal"];
        };
    };
    admitStudents: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewAdmissions"];
            };
        };
        responses: {
            200: components["responses"]["Attendance"];
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            /** @description The section has no active session, or would have too many students. The sentence is meant for the teacher. */
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
    admitNumber: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WaitingNumber"];
            };
        };
        responses: {
            200: components["responses"]["Attendance"];
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            /** @description No device waits with the number, the section has no active session, or would have too many students. */
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
    refuseWaiting: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WaitingUpTo"];
            };
        };
        responses: {
            200: components["responses"]["Attendance"];
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            409: components["responses"]["NoLesson"];
            default: components["responses"]["Refusal"];
        };
    };
    refuseStudents: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AttendeeIds"];
            };
        };
        responses: {
            200: components["responses"]["Attendance"];
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            409: components["responses"]["NoLesson"];
            default: components["responses"]["Refusal"];
        };
    };
    excuseStudent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewExcuse"];
            };
        };
        responses: {
            200: components["responses"]["Attendance"];
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            409: components["responses"]["NoLesson"];
            default: components["responses"]["Refusal"];
        };
    };
    endExcuse: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ExcusedStudent"];
            };
        };
        responses: {
            200: components["responses"]["Attendance"];
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            409: components["responses"]["NoLesson"];
            default: components["responses"]["Refusal"];
        };
    };
    sendLinks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LinkedStudents"];
            };
        };
        responses: {
            200: components["responses"]["Attendance"];
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            /** @description The section has no active session, or none of the students can be mailed. The sentence is meant for the teacher. */
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
    revokeLinks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LinkedStudents"];
            };
        };
        responses: {
            200: components["responses"]["Attendance"];
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            409: components["responses"]["NoLesson"];
            default: components["responses"]["Refusal"];
        };
    };
    listBadges: {
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
            200: components["responses"]["Badges"];
            401: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            default: components["responses"]["Refusal"];
        };
    };
    makeBadges: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LinkedStudents"];
            };
        };
        responses: {
            /** @description The secrets, behind `#link=` in the address of the students' page. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewBadges"];
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            429: components["responses"]["TooMany"];
            default: components["responses"]["Refusal"];
        };
    };
    revokeBadges: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LinkedStudents"];
            };
        };
        responses: {
            200: components["responses"]["Badges"];
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            default: components["responses"]["Refusal"];
        };
    };
    openLink: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LinkSecret"];
            };
        };
        responses: {
            /** @description The lesson and the student. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LinkedDoor"];
                };
            };
            400: components["responses"]["Refusal"];
            404: components["responses"]["NoSuchLink"];
            410: components["responses"]["LinkEnded"];
            default: components["responses"]["Refusal"];
        };
    };
    redeemLink: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LinkSecret"];
            };
        };
        responses: {
            /** @description Admitted, or waiting at the door. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Knocked"];
                };
            };
            400: components["responses"]["Refusal"];
            404: components["responses"]["NoSuchLink"];
            /** @description The lesson has just ended. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            410: components["responses"]["LinkEnded"];
            default: components["responses"]["Refusal"];
        };
    };
    findDoor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DoorCode"];
            };
        };
        responses: {
            /** @description The lesson. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Door"];
                };
            };
            400: components["responses"]["Refusal"];
            404: components["responses"]["NoSuchCode"];
            429: components["responses"]["TooMany"];
            default: components["responses"]["Refusal"];
        };
    };
    knock: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Knock"];
            };
        };
        responses: {
            /** @description Waiting at the door. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Knocked"];
                };
            };
            400: components["responses"]["Refusal"];
            404: components["responses"]["NoSuchCode"];
            /** @description The token belongs to another seat. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description Many devices knock. Repeat the call with a proof of work. */
            428: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KnockPrice"];
                };
            };
            429: components["responses"]["TooMany"];
            default: components["responses"]["Refusal"];
        };
    };
    noteAttendance: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AttendeeState"];
            };
        };
        responses: {
            /** @description Noted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AttendHeartbeat"];
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            429: components["responses"]["TooMany"];
            default: components["responses"]["Refusal"];
        };
    };
    reportFromDevice: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AttendReport"];
            };
        };
        responses: {
            /** @description Received. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AttendResults"];
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            /** @description The device is not admitted, or another one was admitted for the student. */
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
    leaveLesson: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Empty"];
            401: components["responses"]["Refusal"];
            default: components["responses"]["Refusal"];
        };
    };
    getReceipt: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The receipt. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Receipt"];
                };
            };
            401: components["responses"]["Refusal"];
            404: components["responses"]["NoReceipt"];
            409: components["responses"]["LessonRuns"];
            429: components["responses"]["TooMany"];
            default: components["responses"]["Refusal"];
        };
    };
    answerLog: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewAnswer"];
            };
        };
        responses: {
            /** @description Stored, as the teacher reads it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StoredAnswer"];
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            404: components["responses"]["NoReceipt"];
            409: components["responses"]["LessonRuns"];
            429: components["responses"]["TooMany"];
            default: components["responses"]["Refusal"];
        };
    };
    getRetention: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The days. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Retention"];
                };
            };
            default: components["responses"]["Refusal"];
        };
    };
    getSystem: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description How the server is. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["System"];
                };
            };
            401: components["responses"]["Refusal"];
            403: components["responses"]["NoAdministrator"];
            default: components["responses"]["Refusal"];
        };
    };
    sendTestMail: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Message"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["NoAdministrator"];
            429: components["responses"]["TooMany"];
            default: components["responses"]["Refusal"];
        };
    };
    listTeachers: {
        parameters: {
            query?: {
                /** @description Only what contains this text. */
                q?: components["parameters"]["SearchText"];
                /** @description From 1 on. A page behind the last one is the last one. */
                page?: components["parameters"]["PageNumber"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of them. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TeacherPage"];
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["NoAdministrator"];
            default: components["responses"]["Refusal"];
        };
    };
    changeTeacher: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TeacherChange"];
            };
        };
        responses: {
            200: components["responses"]["Message"];
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["NoAdministrator"];
            404: components["responses"]["Refusal"];
            409: components["responses"]["Refusal"];
            429: components["responses"]["TooMany"];
            default: components["responses"]["Refusal"];
        };
    };
    findStudents: {
        parameters: {
            query?: {
                q?: string;
                /** @description A day, at its beginning. Who was never in a section counts from the day after they were added. */
                left_before?: string;
                /** @description From 1 on. A page behind the last one is the last one. */
                page?: components["parameters"]["PageNumber"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of them. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StudentPage"];
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["NoAdministrator"];
            default: components["responses"]["Refusal"];
        };
    };
    eraseLeavers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Leavers"];
            };
        };
        responses: {
            200: components["responses"]["Message"];
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["NoAdministrator"];
            409: components["responses"]["Refusal"];
            429: components["responses"]["TooMany"];
            default: components["responses"]["Refusal"];
        };
    };
    eraseStudent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Password"];
            };
        };
        responses: {
            200: components["responses"]["Message"];
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["NoAdministrator"];
            404: components["responses"]["Refusal"];
            429: components["responses"]["TooMany"];
            default: components["responses"]["Refusal"];
        };
    };
    listAllSections: {
        parameters: {
            query?: {
                /** @description Only what contains this text. */
                q?: components["parameters"]["SearchText"];
                /** @description From 1 on. A page behind the last one is the last one. */
                page?: components["parameters"]["PageNumber"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of them. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SectionPage"];
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["NoAdministrator"];
            default: components["responses"]["Refusal"];
        };
    };
    moveSection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SectionMove"];
            };
        };
        responses: {
            200: components["responses"]["Message"];
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["NoAdministrator"];
            404: components["responses"]["Refusal"];
            409: components["responses"]["Refusal"];
            429: components["responses"]["TooMany"];
            default: components["responses"]["Refusal"];
        };
    };
    listAgents: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of them. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentPage"];
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["NoAdministrator"];
            default: components["responses"]["Refusal"];
        };
    };
    addAgent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewAgent"];
            };
        };
        responses: {
            /** @description The agent's key, for `X-Agent-Key`. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentKey"];
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["NoAdministrator"];
            409: components["responses"]["Refusal"];
            429: components["responses"]["TooMany"];
            default: components["responses"]["Refusal"];
        };
    };
    revokeAgent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AgentRevocation"];
            };
        };
        responses: {
            200: components["responses"]["Message"];
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["NoAdministrator"];
            404: components["responses"]["Refusal"];
            429: components["responses"]["TooMany"];
            default: components["responses"]["Refusal"];
        };
    };
    listAudit: {
        parameters: {
            query?: {
                since?: string;
                /** @description The email of a teacher. */
                teacher?: string;
                /** @description From 1 on. A page behind the last one is the last one. */
                page?: components["parameters"]["PageNumber"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of them. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditPage"];
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["NoAdministrator"];
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
            /** @description The mails that would have been sent. */
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
