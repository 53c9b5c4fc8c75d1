CREATE TABLE "audit_entries" (
	"bundle" text PRIMARY KEY NOT NULL,
	"first_at" timestamp with time zone NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	"times" integer NOT NULL,
	"action" text NOT NULL,
	"teacher_id" integer,
	"teacher_email" text,
	"section_id" integer,
	"address" text,
	"detail" text
);
--> statement-breakpoint
CREATE INDEX "audit_entries_first_at_bundle_index" ON "audit_entries" USING btree ("first_at","bundle");--> statement-breakpoint
CREATE INDEX "audit_entries_last_at_index" ON "audit_entries" USING btree ("last_at");