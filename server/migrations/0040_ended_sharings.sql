CREATE TABLE "ended_sharings" (
	"section_id" integer NOT NULL,
	"email" text NOT NULL,
	"ended_at" timestamp with time zone NOT NULL,
	CONSTRAINT "ended_sharings_section_id_email_pk" PRIMARY KEY("section_id","email")
);
--> statement-breakpoint
ALTER TABLE "ended_sharings" ADD CONSTRAINT "ended_sharings_section_id_sections_id_fk" FOREIGN KEY ("section_id") REFERENCES "public"."sections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ended_sharings_email_index" ON "ended_sharings" USING btree ("email");--> statement-breakpoint
CREATE INDEX "ended_sharings_ended_at_index" ON "ended_sharings" USING btree ("ended_at");