-- An invitation without a token can be used by anybody who knows the email: it has to be sent again.
DELETE FROM "invitations";--> statement-breakpoint
ALTER TABLE "invitations" ADD COLUMN "token_hash" text NOT NULL;--> statement-breakpoint
ALTER TABLE "teachers" ADD COLUMN "registered_from" text;--> statement-breakpoint
ALTER TABLE "teachers" ADD COLUMN "wrong_codes" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "teachers" ADD COLUMN "codes_paused_until" timestamp with time zone;