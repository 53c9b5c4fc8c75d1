ALTER TABLE "students" ADD COLUMN "added_by" integer;--> statement-breakpoint
ALTER TABLE "students" ADD COLUMN "added_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "students" ADD CONSTRAINT "students_added_by_teachers_id_fk" FOREIGN KEY ("added_by") REFERENCES "public"."teachers"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "students_added_by_added_at_index" ON "students" USING btree ("added_by","added_at");