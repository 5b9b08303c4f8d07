-- Open requests are counted as closed ones are: by department, status, and who serves them. The previous release reads the sum of
-- "closed" of a department, which stays right: rows of open requests have none.
CREATE FUNCTION "hand_of"("has_bot" BOOLEAN, "participants" TEXT[]) RETURNS SMALLINT LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  IF NOT "has_bot" THEN RETURN 0; END IF;
  RETURN CASE WHEN EXISTS (SELECT FROM unnest("participants") one WHERE one NOT LIKE 'bot\_%') THEN 1 ELSE 2 END;
END $$;

DROP TRIGGER "request_made" ON "request";
DROP TRIGGER "request_gone" ON "request";
DROP TRIGGER "request_moved" ON "request";
DROP FUNCTION "count_requests"();
DROP FUNCTION "recount_request"();

-- Counters are updated in place: no index has them, and half of each page is kept free for the new versions of its rows.
ALTER TABLE "request_count" DROP CONSTRAINT "request_count_pkey",
  ADD COLUMN "status" SMALLINT NOT NULL DEFAULT 1000,
  ADD COLUMN "draft" BOOLEAN NOT NULL DEFAULT false,
  ADD COLUMN "hand" SMALLINT NOT NULL DEFAULT 0,
  ADD COLUMN "open" INTEGER NOT NULL DEFAULT 0,
  ALTER COLUMN "closed" SET DEFAULT 0;
ALTER TABLE "request_count" SET (fillfactor = 50);

TRUNCATE "request_count";
INSERT INTO "request_count" ("id_project", "department_id", "status", "draft", "hand", "shard", "open", "closed")
SELECT "id_project", coalesce("department_id", ''), "status", "draft",
  CASE WHEN "status" < 1000 THEN "hand_of"("has_bot", "participants") ELSE 0 END AS "of", 0,
  count(*) FILTER (WHERE "status" < 1000), count(*) FILTER (WHERE "status" >= 1000)
FROM "request" WHERE NOT "preflight" GROUP BY 1, 2, 3, 4, 5;

ALTER TABLE "request_count" ADD CONSTRAINT "request_count_pkey"
  PRIMARY KEY ("id_project", "department_id", "status", "draft", "hand", "shard");

-- Statements that touch many requests count them at once, always in the same order.
CREATE FUNCTION "count_requests"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "request_count" AS c ("id_project", "department_id", "status", "draft", "hand", "shard", "open", "closed")
  SELECT "id_project", coalesce("department_id", '') AS "of", "status", "draft",
    CASE WHEN "status" < 1000 THEN "hand_of"("has_bot", "participants") ELSE 0 END AS "hand", pg_backend_pid() % 16,
    CASE TG_OP WHEN 'DELETE' THEN -1 ELSE 1 END * count(*) FILTER (WHERE "status" < 1000),
    CASE TG_OP WHEN 'DELETE' THEN -1 ELSE 1 END * count(*) FILTER (WHERE "status" >= 1000)
  FROM "changed" WHERE NOT "preflight" GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5
  ON CONFLICT ("id_project", "department_id", "status", "draft", "hand", "shard")
  DO UPDATE SET "open" = c."open" + excluded."open", "closed" = c."closed" + excluded."closed";
  RETURN NULL;
END $$;

CREATE FUNCTION "recount_request"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "request_count" AS c ("id_project", "department_id", "status", "draft", "hand", "shard", "open", "closed")
  SELECT NEW."id_project", coalesce(d."of", ''), d."status", d."draft", d."hand", pg_backend_pid() % 16,
    coalesce(sum(d."more") FILTER (WHERE d."status" < 1000), 0), coalesce(sum(d."more") FILTER (WHERE d."status" >= 1000), 0)
  FROM (VALUES
    (OLD."department_id", OLD."status", OLD."draft",
      CASE WHEN OLD."status" < 1000 THEN "hand_of"(OLD."has_bot", OLD."participants") ELSE 0 END, -(NOT OLD."preflight")::int),
    (NEW."department_id", NEW."status", NEW."draft",
      CASE WHEN NEW."status" < 1000 THEN "hand_of"(NEW."has_bot", NEW."participants") ELSE 0 END, (NOT NEW."preflight")::int))
    d ("of", "status", "draft", "hand", "more")
  GROUP BY 2, 3, 4, 5 HAVING sum(d."more") <> 0 ORDER BY 2, 3, 4, 5
  ON CONFLICT ("id_project", "department_id", "status", "draft", "hand", "shard")
  DO UPDATE SET "open" = c."open" + excluded."open", "closed" = c."closed" + excluded."closed";
  RETURN NULL;
END $$;

CREATE TRIGGER "request_made" AFTER INSERT ON "request" REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "count_requests"();
CREATE TRIGGER "request_gone" AFTER DELETE ON "request" REFERENCING OLD TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "count_requests"();
CREATE TRIGGER "request_moved" AFTER UPDATE ON "request" FOR EACH ROW
  WHEN (OLD."status" <> NEW."status" OR OLD."preflight" <> NEW."preflight" OR OLD."draft" <> NEW."draft"
    OR OLD."department_id" IS DISTINCT FROM NEW."department_id"
    OR NEW."status" < 1000 AND (OLD."has_bot" <> NEW."has_bot" OR NEW."has_bot" AND OLD."participants" <> NEW."participants"))
  EXECUTE FUNCTION "recount_request"();
