-- Written by hand: what the search looks at. Without letter case and accents, and with the letters that Unicode does not take for an
-- accented one as they are typed on a keyboard that lacks them. IMMUTABLE, as a generated column wants it.
CREATE FUNCTION "folded"("given" text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
	SELECT replace(replace(replace(replace(translate(lower(regexp_replace(normalize(given, NFKD), '[\u0300-\u036f]', '', 'g')), 'łøđðħı', 'loddhi'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th')
$$;--> statement-breakpoint
-- Names came in whatever form a keyboard or a file had. E-mails were ASCII only.
UPDATE "students" SET "name" = normalize("name") WHERE "name" IS NOT NFC NORMALIZED;--> statement-breakpoint
UPDATE "sections" SET "name" = normalize("name"), "subject" = normalize("subject") WHERE "name" IS NOT NFC NORMALIZED OR "subject" IS NOT NFC NORMALIZED;--> statement-breakpoint
UPDATE "teachers" SET "first_name" = normalize("first_name"), "last_name" = normalize("last_name") WHERE "first_name" IS NOT NFC NORMALIZED OR "last_name" IS NOT NFC NORMALIZED;--> statement-breakpoint
DROP INDEX "students_by_name";--> statement-breakpoint
DROP INDEX "students_by_email";--> statement-breakpoint
ALTER TABLE "students" ADD COLUMN "searched" text GENERATED ALWAYS AS (folded("name") || E'\n' || folded("email")) STORED;--> statement-breakpoint
CREATE INDEX "students_by_searched" ON "students" USING gin ("searched" gin_trgm_ops);