CREATE TABLE "attendance_tokens" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"attendance_id" integer NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "attendances" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "attendances_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"session_id" integer NOT NULL,
	"student_id" integer,
	"name" text,
	"email" text,
	"status" text NOT NULL,
	"watch" text,
	"reason" text DEFAULT '' NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"heard_at" timestamp with time zone NOT NULL,
	"knocked_at" timestamp with time zone NOT NULL,
	"admitted_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "lesson_codes" (
	"session_id" integer PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	CONSTRAINT "lesson_codes_code_unique" UNIQUE("code")
);
--> statement-breakpoint
ALTER TABLE "attendance_tokens" ADD CONSTRAINT "attendance_tokens_attendance_id_attendances_id_fk" FOREIGN KEY ("attendance_id") REFERENCES "public"."attendances"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attendances" ADD CONSTRAINT "attendances_session_id_detection_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."detection_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attendances" ADD CONSTRAINT "attendances_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lesson_codes" ADD CONSTRAINT "lesson_codes_session_id_detection_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."detection_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "attendance_tokens_attendance_id_index" ON "attendance_tokens" USING btree ("attendance_id");--> statement-breakpoint
CREATE INDEX "attendance_tokens_expires_at_index" ON "attendance_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "attendances_session_id_index" ON "attendances" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "attendances_student_id_index" ON "attendances" USING btree ("student_id");--> statement-breakpoint
CREATE UNIQUE INDEX "one_admitted_device" ON "attendances" USING btree ("session_id","student_id") WHERE "attendances"."status" = 'admitted';--> statement-breakpoint
-- Room in each page for the heartbeats' updates.
ALTER TABLE "attendances" SET (fillfactor = 70);
