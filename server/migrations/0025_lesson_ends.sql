ALTER TABLE "detection_sessions" ADD COLUMN "ends_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "sections" ADD COLUMN "lesson_minutes" integer;