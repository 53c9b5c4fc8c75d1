ALTER TABLE "attendances" ADD COLUMN "number" integer;--> statement-breakpoint
ALTER TABLE "attendances" ADD COLUMN "browser" text;--> statement-breakpoint
CREATE UNIQUE INDEX "one_number_at_the_door" ON "attendances" USING btree ("session_id","number") WHERE "attendances"."status" = 'knocking';