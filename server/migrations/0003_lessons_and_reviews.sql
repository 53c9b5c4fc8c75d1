DROP INDEX "detection_sessions_section_id_index";--> statement-breakpoint
ALTER TABLE "detections" ADD COLUMN "session_id" integer;--> statement-breakpoint
ALTER TABLE "detections" ADD COLUMN "review_state" text;--> statement-breakpoint
ALTER TABLE "detections" ADD COLUMN "review_note" text;--> statement-breakpoint
ALTER TABLE "detections" ADD COLUMN "reviewed_at" timestamp with time zone;--> statement-breakpoint
-- Added by hand: what was detected during a session was recorded in it, as far as the times can tell.
UPDATE "detections" SET "session_id" = "detection_sessions"."id" FROM "detection_sessions"
WHERE "detection_sessions"."section_id" = "detections"."section_id"
	AND "detections"."seen_at" BETWEEN "detection_sessions"."started_at" AND coalesce("detection_sessions"."ended_at", 'infinity');--> statement-breakpoint
ALTER TABLE "detections" ADD CONSTRAINT "detections_session_id_detection_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."detection_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "detection_sessions_section_id_id_index" ON "detection_sessions" USING btree ("section_id","id");--> statement-breakpoint
CREATE INDEX "detections_of_sessions" ON "detections" USING btree ("session_id","activity_type","student_id");