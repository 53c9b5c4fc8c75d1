UPDATE "detections" SET "activity_type" = 'left_page' WHERE "activity_type" = 'suspicious_application' AND "attendance_id" IS NOT NULL;--> statement-breakpoint
UPDATE "sections" SET "ignored_kinds" = array_replace("ignored_kinds", 'suspicious_application', 'left_page') WHERE 'suspicious_application' = ANY("ignored_kinds");
