-- Leads that have changed since their memberships in segments were looked at, with what they were then; no record: there was none.
CREATE TABLE "lead_before" (
    "id_project" TEXT NOT NULL,
    "lead" TEXT NOT NULL,
    "record" JSONB,
    "depth" SMALLINT NOT NULL DEFAULT 0,

    CONSTRAINT "lead_before_pkey" PRIMARY KEY ("id_project","lead")
);

-- The next instant at which time alone may move a lead into a segment or out of one.
CREATE TABLE "lead_turn" (
    "id_project" TEXT NOT NULL,
    "lead" TEXT NOT NULL,
    "at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "lead_turn_pkey" PRIMARY KEY ("id_project","lead")
);

-- Of all projects: finds what is due.
CREATE INDEX "lead_turn_at_idx" ON "lead_turn"("at");

-- When a stored time is "by" milliseconds from now, if that is still to come; and just after it, for a look at that very instant.
CREATE FUNCTION "next_turn"("stored" TIMESTAMPTZ, "by" FLOAT8, "now" TIMESTAMPTZ) RETURNS TIMESTAMPTZ
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE
  WHEN "stored" - "by" * interval '1 ms' >= timestamptz '9999-01-01 00:00:00Z' THEN NULL
  WHEN "stored" - "by" * interval '1 ms' > "now" THEN "stored" - "by" * interval '1 ms'
  WHEN "stored" - "by" * interval '1 ms' = "now" THEN "now" + interval '1 microsecond'
END;

-- Only projects with segments pay for it. A renamed tag changes no membership: segments ask for its new name.
CREATE FUNCTION "remember_lead"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
DECLARE
  "project" TEXT := CASE TG_OP WHEN 'DELETE' THEN OLD."id_project" ELSE NEW."id_project" END;
  "record" JSONB := CASE TG_OP WHEN 'INSERT' THEN NULL ELSE to_jsonb(OLD) END;
BEGIN
  IF NOT EXISTS (SELECT FROM "segment" WHERE "id_project" = "project") THEN
    RETURN NULL;
  END IF;
  IF TG_OP = 'UPDATE' AND current_setting('parley.renames_tag', true) = 'on' THEN
    "record" := jsonb_set("record", '{tags}', to_jsonb(NEW."tags"));
  END IF;
  INSERT INTO "lead_before" AS b ("id_project", "lead", "record", "depth")
  VALUES ("project", CASE TG_OP WHEN 'DELETE' THEN OLD."id" ELSE NEW."id" END, "record",
    coalesce(nullif(current_setting('parley.depth', true), '')::smallint, 0))
  ON CONFLICT ("id_project", "lead") DO UPDATE SET "depth" = excluded."depth" WHERE b."depth" < excluded."depth";
  RETURN NULL;
END $$;

CREATE TRIGGER "lead_changed" AFTER INSERT OR UPDATE OR DELETE ON "lead" FOR EACH ROW EXECUTE FUNCTION "remember_lead"();
