-- How many leads a project has, by status, so that no list counts them one by one. Several rows for each project: whoever
-- makes a lead locks one until he is done, and others go on in another.
CREATE TABLE "lead_count" (
    "id_project" TEXT NOT NULL,
    "shard" SMALLINT NOT NULL,
    "temporary" INTEGER NOT NULL,
    "normal" INTEGER NOT NULL,
    "trashed" INTEGER NOT NULL,

    CONSTRAINT "lead_count_pkey" PRIMARY KEY ("id_project","shard")
);

INSERT INTO "lead_count"
SELECT "id_project", 0, count(*) FILTER (WHERE "status" = 50), count(*) FILTER (WHERE "status" = 100), count(*) FILTER (WHERE "status" = 1000)
FROM "lead" GROUP BY "id_project";

-- Statements that touch many leads count them at once.
CREATE FUNCTION "count_leads"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "lead_count" AS c
  SELECT "id_project", pg_backend_pid() % 16, "sign" * count(*) FILTER (WHERE "status" = 50),
    "sign" * count(*) FILTER (WHERE "status" = 100), "sign" * count(*) FILTER (WHERE "status" = 1000)
  FROM "changed", (SELECT CASE TG_OP WHEN 'DELETE' THEN -1 ELSE 1 END AS "sign") "direction"
  GROUP BY "id_project", "sign" ORDER BY "id_project"
  ON CONFLICT ("id_project", "shard") DO UPDATE SET "temporary" = c."temporary" + excluded."temporary",
    "normal" = c."normal" + excluded."normal", "trashed" = c."trashed" + excluded."trashed";
  RETURN NULL;
END $$;

CREATE FUNCTION "recount_lead"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "lead_count" AS c
  SELECT NEW."id_project", pg_backend_pid() % 16, (NEW."status" = 50)::int - (OLD."status" = 50)::int,
    (NEW."status" = 100)::int - (OLD."status" = 100)::int, (NEW."status" = 1000)::int - (OLD."status" = 1000)::int
  ON CONFLICT ("id_project", "shard") DO UPDATE SET "temporary" = c."temporary" + excluded."temporary",
    "normal" = c."normal" + excluded."normal", "trashed" = c."trashed" + excluded."trashed";
  RETURN NULL;
END $$;

CREATE TRIGGER "lead_made" AFTER INSERT ON "lead" REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "count_leads"();
CREATE TRIGGER "lead_gone" AFTER DELETE ON "lead" REFERENCING OLD TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "count_leads"();
CREATE TRIGGER "lead_moved" AFTER UPDATE ON "lead" FOR EACH ROW WHEN (OLD."status" <> NEW."status") EXECUTE FUNCTION "recount_lead"();
