-- Sign-ins that are there end as if they had begun now.
ALTER TABLE "sign_ins" ADD COLUMN "ends_at" timestamp with time zone DEFAULT now() + interval '90 days' NOT NULL;--> statement-breakpoint
ALTER TABLE "sign_ins" ALTER COLUMN "ends_at" DROP DEFAULT;
