CREATE TABLE "deleted_detections" (
	"section_id" integer NOT NULL,
	"change" integer NOT NULL,
	"detection_id" integer NOT NULL,
	"deleted_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "deleted_detections_section_id_change_detection_id_pk" PRIMARY KEY("section_id","change","detection_id")
);
--> statement-breakpoint
ALTER TABLE "detections" ADD COLUMN "change" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "sections" ADD COLUMN "log_change" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "sections" ADD COLUMN "deletions_since" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "deleted_detections" ADD CONSTRAINT "deleted_detections_section_id_sections_id_fk" FOREIGN KEY ("section_id") REFERENCES "public"."sections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "deleted_detections_deleted_at_index" ON "deleted_detections" USING btree ("deleted_at");--> statement-breakpoint
CREATE INDEX "changed_detections" ON "detections" USING btree ("section_id","change");