ALTER TABLE "attendances" ADD COLUMN "sends_pictures" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "sections" ADD COLUMN "asks_for_pictures" boolean DEFAULT false NOT NULL;