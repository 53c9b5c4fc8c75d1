CREATE TABLE "interruptions" (
	"session_id" integer NOT NULL,
	"reason" text,
	"started_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "interruptions" ADD CONSTRAINT "interruptions_session_id_detection_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."detection_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "interruptions_session_id_index" ON "interruptions" USING btree ("session_id");--> statement-breakpoint
CREATE UNIQUE INDEX "one_current_interruption" ON "interruptions" USING btree ("session_id") WHERE "interruptions"."ended_at" is null;