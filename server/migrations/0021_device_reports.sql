CREATE TABLE "open_episodes" (
	"event_id" text PRIMARY KEY NOT NULL,
	"attendance_id" integer NOT NULL,
	"detection_id" bigint NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	"closed_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "detections" ADD COLUMN "ended_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "open_episodes" ADD CONSTRAINT "open_episodes_attendance_id_attendances_id_fk" FOREIGN KEY ("attendance_id") REFERENCES "public"."attendances"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "open_episodes_attendance_id_index" ON "open_episodes" USING btree ("attendance_id");