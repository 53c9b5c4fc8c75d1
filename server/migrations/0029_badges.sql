CREATE TABLE "badges" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "badges_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"section_id" integer NOT NULL,
	"student_id" integer NOT NULL,
	"token_hash" text NOT NULL,
	"made_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "badges_tokenHash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
ALTER TABLE "attendances" ADD COLUMN "came_by" text;--> statement-breakpoint
ALTER TABLE "badges" ADD CONSTRAINT "badges_section_id_student_id_section_students_section_id_student_id_fk" FOREIGN KEY ("section_id","student_id") REFERENCES "public"."section_students"("section_id","student_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "one_badge" ON "badges" USING btree ("section_id","student_id");