CREATE TABLE "invitations" (
	"email" text PRIMARY KEY NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "teachers" ADD COLUMN "disabled_at" timestamp with time zone;