ALTER TABLE "heard_sessions" ALTER COLUMN "agents_seen_at" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "accepted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "refused_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "refusal" text;--> statement-breakpoint
ALTER TABLE "heard_sessions" ADD COLUMN "recorded_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "heard_sessions" ADD COLUMN "refused_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "heard_sessions" ADD COLUMN "refusal" text;