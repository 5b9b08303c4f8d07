-- Trusted extensions of PostgreSQL: whoever may create tables here may create them. They let indexes begin with the project
-- and find parts of words.
CREATE EXTENSION IF NOT EXISTS "btree_gin";
CREATE EXTENSION IF NOT EXISTS "pg_trgm";

-- A text without case and accents, its words apart; punctuation is none of them.
CREATE FUNCTION "plain_words"("searched" TEXT) RETURNS TEXT LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN trim(lower(regexp_replace(
  regexp_replace(normalize("searched", NFKD), '[\u0300-\u036f]', '', 'g'), '[\s!-/:-@\[-`{-~]+', ' ', 'g')));

-- Finds texts that have for each of these words one that begins with it; nothing where there is no word.
CREATE FUNCTION "word_beginnings"("searched" TEXT) RETURNS tsquery LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN (SELECT to_tsquery('simple'::regconfig, string_agg(word || ':*', ' & '))
  FROM regexp_split_to_table(plain_words("searched"), ' ') word WHERE word <> '');

-- Where a lead is found by words. A function, so that index and query cannot differ.
CREATE FUNCTION "lead_words"("fullname" TEXT, "email" TEXT, "phone" TEXT, "company" TEXT, "lead_id" TEXT)
RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN to_tsvector('simple'::regconfig, plain_words(concat_ws(' ', "fullname", "email", "phone", "company", "lead_id")));

-- A time as ISO 8601 writes it, a bare date in UTC; nothing for any other text, and for days that no calendar has.
CREATE FUNCTION "iso_time"("written" TEXT) RETURNS TIMESTAMPTZ LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  IF "written" ~ '^\d{4}-\d{2}-\d{2}$' THEN
    RETURN ("written" || 'T00:00:00Z')::timestamptz;
  ELSIF "written" ~ '^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})$' THEN
    RETURN "written"::timestamptz;
  END IF;
  RETURN NULL;
EXCEPTION WHEN datetime_field_overflow OR invalid_datetime_format THEN
  RETURN NULL;
END $$;

CREATE TABLE "lead" (
    "id_project" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "lead_id" TEXT NOT NULL,
    "fullname" TEXT,
    "email" TEXT,
    "phone" TEXT,
    "company" TEXT,
    "note" TEXT,
    "street_address" TEXT,
    "city" TEXT,
    "region" TEXT,
    "zipcode" TEXT,
    "country" TEXT,
    "attributes" JSONB NOT NULL DEFAULT '{}',
    "properties" JSONB NOT NULL DEFAULT '{}',
    "tags" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "status" SMALLINT NOT NULL,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "lead_pkey" PRIMARY KEY ("id_project","id")
);

CREATE UNIQUE INDEX "lead_id_project_lead_id_key" ON "lead"("id_project", "lead_id");
CREATE INDEX "lead_id_project_status_created_at_id_idx" ON "lead"("id_project", "status", "created_at", "id");
CREATE INDEX "lead_id_project_status_updated_at_id_idx" ON "lead"("id_project", "status", "updated_at", "id");

-- Lists that are sorted by a field; those without a value stand last whichever way it goes.
CREATE INDEX "lead_lead_id_up_idx" ON "lead"("id_project", "status", "lead_id", "id");
CREATE INDEX "lead_fullname_up_idx" ON "lead"("id_project", "status", "fullname", "id");
CREATE INDEX "lead_fullname_down_idx" ON "lead"("id_project", "status", "fullname" DESC NULLS LAST, "id" DESC);
CREATE INDEX "lead_email_up_idx" ON "lead"("id_project", "status", "email", "id");
CREATE INDEX "lead_email_down_idx" ON "lead"("id_project", "status", "email" DESC NULLS LAST, "id" DESC);

-- What filters and segments ask for. No pending lists: a search has less time than a write.
CREATE INDEX "lead_mail_idx" ON "lead"("id_project", lower("email"));
CREATE INDEX "lead_name_idx" ON "lead"("id_project", lower("fullname") text_pattern_ops);
CREATE INDEX "lead_parts_idx" ON "lead" USING gin ("id_project", lower("fullname") gin_trgm_ops, lower("email") gin_trgm_ops, lower("company") gin_trgm_ops) WITH (fastupdate = off);
CREATE INDEX "lead_tags_idx" ON "lead" USING gin ("id_project", "tags") WITH (fastupdate = off);
CREATE INDEX "lead_attributes_idx" ON "lead" USING gin ("id_project", "attributes" jsonb_path_ops) WITH (fastupdate = off);
CREATE INDEX "lead_properties_idx" ON "lead" USING gin ("id_project", "properties" jsonb_path_ops) WITH (fastupdate = off);
CREATE INDEX "lead_words_idx" ON "lead" USING gin ("id_project", lead_words("fullname", "email", "phone", "company", "lead_id")) WITH (fastupdate = off);

CREATE TABLE "segment" (
    "id_project" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "match" TEXT NOT NULL,
    "filters" JSONB NOT NULL,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "segment_pkey" PRIMARY KEY ("id_project","id")
);

CREATE INDEX "segment_id_project_created_at_id_idx" ON "segment"("id_project", "created_at", "id");
CREATE INDEX "segment_id_project_updated_at_id_idx" ON "segment"("id_project", "updated_at", "id");
CREATE INDEX "segment_id_project_name_id_idx" ON "segment"("id_project", "name", "id");

CREATE TABLE "property" (
    "id_project" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "label" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "status" SMALLINT NOT NULL,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "property_pkey" PRIMARY KEY ("id_project","id")
);

CREATE UNIQUE INDEX "property_id_project_name_key" ON "property"("id_project", "name");
CREATE INDEX "property_id_project_created_at_id_idx" ON "property"("id_project", "created_at", "id");
