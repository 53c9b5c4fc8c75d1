CREATE TABLE "section_teachers" (
	"section_id" integer NOT NULL,
	"email" text NOT NULL,
	"role" text NOT NULL,
	"until" timestamp with time zone,
	"invited_by" integer,
	"invited_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "section_teachers_section_id_email_pk" PRIMARY KEY("section_id","email")
);
--> statement-breakpoint
ALTER TABLE "detection_sessions" ADD COLUMN "started_by_teacher_id" integer;--> statement-breakpoint
ALTER TABLE "detection_sessions" ADD COLUMN "ended_by_teacher_id" integer;--> statement-breakpoint
ALTER TABLE "section_teachers" ADD CONSTRAINT "section_teachers_section_id_sections_id_fk" FOREIGN KEY ("section_id") REFERENCES "public"."sections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "section_teachers" ADD CONSTRAINT "section_teachers_invited_by_teachers_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."teachers"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "section_teachers_email_index" ON "section_teachers" USING btree ("email");--> statement-breakpoint
CREATE INDEX "section_teachers_until_index" ON "section_teachers" USING btree ("until");