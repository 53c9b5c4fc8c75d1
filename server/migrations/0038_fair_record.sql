CREATE TABLE "register_corrections" (
	"session_id" integer NOT NULL,
	"student_id" integer NOT NULL,
	"state" text NOT NULL,
	"reason" text NOT NULL,
	"corrected_by_teacher_id" integer,
	"corrected_at" timestamp with time zone NOT NULL,
	CONSTRAINT "register_corrections_session_id_student_id_pk" PRIMARY KEY("session_id","student_id")
);
--> statement-breakpoint
CREATE TABLE "former_members" (
	"section_id" integer NOT NULL,
	"student_id" integer NOT NULL,
	"joined_at" timestamp with time zone,
	"left_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "attendance_tokens" ALTER COLUMN "expires_at" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "detection_sessions" ADD COLUMN "title" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "detection_sessions" ADD COLUMN "note" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "detections" ADD COLUMN "reviewed_by_teacher_id" integer;--> statement-breakpoint
ALTER TABLE "detections" ADD COLUMN "answered_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "detections" ADD COLUMN "reply" text;--> statement-breakpoint
ALTER TABLE "detections" ADD COLUMN "replied_by_teacher_id" integer;--> statement-breakpoint
ALTER TABLE "section_students" ADD COLUMN "joined_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "students" ADD COLUMN "language" text;--> statement-breakpoint
ALTER TABLE "register_corrections" ADD CONSTRAINT "register_corrections_session_id_detection_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."detection_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "register_corrections" ADD CONSTRAINT "register_corrections_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "register_corrections" ADD CONSTRAINT "register_corrections_corrected_by_teacher_id_teachers_id_fk" FOREIGN KEY ("corrected_by_teacher_id") REFERENCES "public"."teachers"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "former_members" ADD CONSTRAINT "former_members_section_id_sections_id_fk" FOREIGN KEY ("section_id") REFERENCES "public"."sections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "former_members" ADD CONSTRAINT "former_members_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "register_corrections_student_id_index" ON "register_corrections" USING btree ("student_id");--> statement-breakpoint
CREATE INDEX "register_corrections_corrected_by_teacher_id_index" ON "register_corrections" USING btree ("corrected_by_teacher_id");--> statement-breakpoint
CREATE INDEX "former_members_section_id_index" ON "former_members" USING btree ("section_id");--> statement-breakpoint
CREATE INDEX "former_members_student_id_index" ON "former_members" USING btree ("student_id");--> statement-breakpoint
CREATE INDEX "former_members_left_at_index" ON "former_members" USING btree ("left_at");--> statement-breakpoint
CREATE INDEX "audited_looks" ON "audit_entries" USING btree ("section_id") WHERE "audit_entries"."action" in ('student looked at', 'logs read');