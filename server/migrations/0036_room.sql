ALTER TABLE "section_students" ADD COLUMN "room_row" smallint;--> statement-breakpoint
ALTER TABLE "section_students" ADD COLUMN "room_column" smallint;--> statement-breakpoint
ALTER TABLE "sections" ADD COLUMN "room_version" integer DEFAULT 0 NOT NULL;