ALTER TABLE "detections" ADD COLUMN "attendance_id" integer;--> statement-breakpoint
ALTER TABLE "sections" ADD COLUMN "ignored_kinds" text[] DEFAULT '{}' NOT NULL;