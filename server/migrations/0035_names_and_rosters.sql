CREATE TABLE "named_students" (
	"student_id" integer PRIMARY KEY NOT NULL,
	"section_id" integer
);
--> statement-breakpoint
CREATE TABLE "roster_sections" (
	"sourced_id" text PRIMARY KEY NOT NULL,
	"section_id" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "roster_students" (
	"sourced_id" text PRIMARY KEY NOT NULL,
	"student_id" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "roster_teachers" (
	"sourced_id" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "named_students" ADD CONSTRAINT "named_students_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "named_students" ADD CONSTRAINT "named_students_section_id_sections_id_fk" FOREIGN KEY ("section_id") REFERENCES "public"."sections"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "roster_sections" ADD CONSTRAINT "roster_sections_section_id_sections_id_fk" FOREIGN KEY ("section_id") REFERENCES "public"."sections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "roster_students" ADD CONSTRAINT "roster_students_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "named_students_section_id_index" ON "named_students" USING btree ("section_id");--> statement-breakpoint
CREATE INDEX "roster_sections_section_id_index" ON "roster_sections" USING btree ("section_id");--> statement-breakpoint
CREATE INDEX "roster_students_student_id_index" ON "roster_students" USING btree ("student_id");