CREATE TABLE "heard_agents" (
	"session_id" integer NOT NULL,
	"agent" text NOT NULL,
	"seen_at" timestamp with time zone,
	"recorded_at" timestamp with time zone,
	"refused_at" timestamp with time zone,
	"refusal" text,
	CONSTRAINT "heard_agents_session_id_agent_pk" PRIMARY KEY("session_id","agent")
);
--> statement-breakpoint
ALTER TABLE "heard_agents" ADD CONSTRAINT "heard_agents_session_id_detection_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."detection_sessions"("id") ON DELETE cascade ON UPDATE no action;