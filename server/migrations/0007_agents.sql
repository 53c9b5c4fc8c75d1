CREATE TABLE "agents" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "agents_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"key_hash" text NOT NULL,
	"events_per_minute" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"section_ids" integer[],
	CONSTRAINT "agents_name_unique" UNIQUE("name"),
	CONSTRAINT "agents_keyHash_unique" UNIQUE("key_hash")
);
--> statement-breakpoint
CREATE TABLE "heard_sessions" (
	"session_id" integer PRIMARY KEY NOT NULL,
	"agents_seen_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "recorded_events" (
	"source" text NOT NULL,
	"event_id" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "recorded_events_source_event_id_pk" PRIMARY KEY("source","event_id")
);
--> statement-breakpoint
ALTER TABLE "detections" ADD COLUMN "arrived_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "detections" ADD COLUMN "source" text;--> statement-breakpoint
ALTER TABLE "heard_sessions" ADD CONSTRAINT "heard_sessions_session_id_detection_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."detection_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "recorded_events_expires_at_index" ON "recorded_events" USING btree ("expires_at");