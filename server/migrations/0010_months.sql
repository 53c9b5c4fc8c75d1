-- Written by hand, as drizzle knows no partitions: detections and their pictures by month. What is there is written anew, and its
-- indexes and foreign keys are made afterwards, all at once rather than row by row.
ALTER TABLE "screenshots" RENAME TO "screenshots_before";--> statement-breakpoint
ALTER TABLE "detections" RENAME TO "detections_before";--> statement-breakpoint
ALTER SEQUENCE "detections_id_seq" RENAME TO "detections_before_id_seq";--> statement-breakpoint
CREATE TABLE "detections" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "detections_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"section_id" integer NOT NULL,
	"session_id" integer,
	"student_id" integer NOT NULL,
	"activity_type" text NOT NULL,
	"details" text,
	"seen_at" timestamp with time zone NOT NULL,
	"arrived_at" timestamp with time zone,
	"source" text,
	"screenshot_url" text,
	"screenshot_type" text,
	"review_state" text,
	"review_note" text,
	"reviewed_at" timestamp with time zone,
	"change" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "detections_id_seen_at_pk" PRIMARY KEY("id","seen_at")
) PARTITION BY RANGE ("seen_at");
--> statement-breakpoint
CREATE TABLE "screenshots" (
	"detection_id" bigint NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	"bytes" "bytea" NOT NULL,
	CONSTRAINT "screenshots_detection_id_seen_at_pk" PRIMARY KEY("detection_id","seen_at")
) PARTITION BY RANGE ("seen_at");
--> statement-breakpoint
-- Makes the partitions of the month in which a moment lies, unless they are there. Only one makes them at a time, and nobody who reads
-- waits for it. A picture refers to its month, so that the two are dropped without a look at the others.
CREATE FUNCTION "make_month"("moment" timestamp with time zone) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	utc constant timestamp := date_trunc('month', moment AT TIME ZONE 'UTC');
	month_detections constant text := to_char(utc, '"detections_"YYYY_MM');
	month_screenshots constant text := to_char(utc, '"screenshots_"YYYY_MM');
	bounds constant text := format('FOR VALUES FROM (%L) TO (%L)', utc AT TIME ZONE 'UTC', (utc + interval '1 month') AT TIME ZONE 'UTC');
BEGIN
	IF to_regclass(month_detections) IS NOT NULL THEN
		RETURN;
	END IF;
	LOCK TABLE detections IN SHARE UPDATE EXCLUSIVE MODE;
	IF to_regclass(month_detections) IS NOT NULL THEN
		RETURN;
	END IF;
	EXECUTE format('CREATE TABLE %I (LIKE detections)', month_detections);
	EXECUTE format('ALTER TABLE detections ATTACH PARTITION %I %s', month_detections, bounds);
	EXECUTE format('CREATE TABLE %I (LIKE screenshots)', month_screenshots);
	EXECUTE format('ALTER TABLE screenshots ATTACH PARTITION %I %s', month_screenshots, bounds);
	EXECUTE format('ALTER TABLE %I ADD FOREIGN KEY (detection_id, seen_at) REFERENCES %I ON DELETE CASCADE', month_screenshots, month_detections);
END
$$;
--> statement-breakpoint
SELECT make_month(utc AT TIME ZONE 'UTC') FROM (SELECT DISTINCT date_trunc('month', "seen_at" AT TIME ZONE 'UTC') AS utc FROM "detections_before") AS months;--> statement-breakpoint
INSERT INTO "detections" ("id", "section_id", "session_id", "student_id", "activity_type", "details", "seen_at", "arrived_at", "source", "screenshot_url", "screenshot_type", "review_state", "review_note", "reviewed_at", "change")
OVERRIDING SYSTEM VALUE
SELECT "id", "section_id", "session_id", "student_id", "activity_type", "details", "seen_at", "arrived_at", "source", "screenshot_url", "screenshot_type", "review_state", "review_note", "reviewed_at", "change" FROM "detections_before";--> statement-breakpoint
INSERT INTO "screenshots" ("detection_id", "seen_at", "bytes")
SELECT "detection_id", "seen_at", "bytes" FROM "screenshots_before" JOIN "detections_before" ON "id" = "detection_id";--> statement-breakpoint
SELECT setval('detections_id_seq', "last_value", "is_called") FROM "detections_before_id_seq";--> statement-breakpoint
DROP TABLE "screenshots_before", "detections_before";--> statement-breakpoint
ALTER TABLE "detections" ADD CONSTRAINT "detections_section_id_sections_id_fk" FOREIGN KEY ("section_id") REFERENCES "public"."sections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "detections" ADD CONSTRAINT "detections_session_id_detection_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."detection_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "detections" ADD CONSTRAINT "detections_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "changed_detections" ON "detections" USING btree ("section_id","change");--> statement-breakpoint
CREATE INDEX "newest_detections" ON "detections" USING btree ("section_id","seen_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "detections_student_id_index" ON "detections" USING btree ("student_id");--> statement-breakpoint
CREATE INDEX "detections_of_sessions" ON "detections" USING btree ("session_id","activity_type","student_id");
