ALTER TABLE "teachers" ADD COLUMN "google_subject" text;--> statement-breakpoint
ALTER TABLE "teachers" ADD CONSTRAINT "teachers_google_subject_unique" UNIQUE("google_subject");