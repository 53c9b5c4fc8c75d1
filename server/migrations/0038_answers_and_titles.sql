ALTER TABLE "attendance_tokens" ALTER COLUMN "expires_at" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "detection_sessions" ADD COLUMN "title" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "detection_sessions" ADD COLUMN "note" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "detections" ADD COLUMN "reviewed_by_teacher_id" integer;--> statement-breakpoint
ALTER TABLE "detections" ADD COLUMN "answered_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "detections" ADD COLUMN "reply" text;--> statement-breakpoint
ALTER TABLE "detections" ADD COLUMN "replied_by_teacher_id" integer;