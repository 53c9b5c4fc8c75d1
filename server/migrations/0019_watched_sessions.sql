CREATE TABLE "watched_sessions" (
	"session_id" integer PRIMARY KEY NOT NULL,
	"seen_at" timestamp with time zone,
	"watched_milliseconds" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "watched_sessions" ADD CONSTRAINT "watched_sessions_session_id_detection_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."detection_sessions"("id") ON DELETE cascade ON UPDATE no action;