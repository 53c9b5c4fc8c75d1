-- Added by hand: what the indexes of the students need. An owner of the database may create it.
CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
ALTER TABLE "deleted_detections" ALTER COLUMN "detection_id" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "detections" ALTER COLUMN "id" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "detections" ALTER COLUMN "id" SET MAXVALUE 9223372036854775807;--> statement-breakpoint
ALTER TABLE "screenshots" ALTER COLUMN "detection_id" SET DATA TYPE bigint;--> statement-breakpoint
CREATE INDEX "students_by_name" ON "students" USING gin ("name" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "students_by_email" ON "students" USING gin ("email" gin_trgm_ops);