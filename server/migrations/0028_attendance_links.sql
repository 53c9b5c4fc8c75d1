CREATE TABLE "attendance_links" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "attendance_links_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"session_id" integer NOT NULL,
	"student_id" integer NOT NULL,
	"token_hash" text NOT NULL,
	"status" text NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "attendance_links_tokenHash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
ALTER TABLE "queued_mails" ADD COLUMN "attendance_link_id" integer;--> statement-breakpoint
ALTER TABLE "queued_mails" ADD COLUMN "lost_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "attendance_links" ADD CONSTRAINT "attendance_links_session_id_detection_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."detection_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attendance_links" ADD CONSTRAINT "attendance_links_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "attendance_links_session_id_student_id_index" ON "attendance_links" USING btree ("session_id","student_id");--> statement-breakpoint
CREATE INDEX "attendance_links_student_id_index" ON "attendance_links" USING btree ("student_id");--> statement-breakpoint
CREATE INDEX "attendance_links_expires_at_index" ON "attendance_links" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "one_open_link" ON "attendance_links" USING btree ("session_id","student_id") WHERE "attendance_links"."status" = 'open';--> statement-breakpoint
ALTER TABLE "queued_mails" ADD CONSTRAINT "queued_mails_attendance_link_id_attendance_links_id_fk" FOREIGN KEY ("attendance_link_id") REFERENCES "public"."attendance_links"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "queued_mails_attendance_link_id_index" ON "queued_mails" USING btree ("attendance_link_id");