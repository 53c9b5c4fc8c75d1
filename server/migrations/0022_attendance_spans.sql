CREATE TABLE "attendance_spans" (
	"attendance_id" integer NOT NULL,
	"state" text NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "attendance_spans" ADD CONSTRAINT "attendance_spans_attendance_id_attendances_id_fk" FOREIGN KEY ("attendance_id") REFERENCES "public"."attendances"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "attendance_spans_attendance_id_index" ON "attendance_spans" USING btree ("attendance_id");