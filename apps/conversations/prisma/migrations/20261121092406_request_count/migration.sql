-- How many closed requests each department has (`''`: none), so that no list counts them one by one; open ones are few. Several
-- rows for each department: whoever closes a request locks one until he is done, and others go on in another.
CREATE TABLE "request_count" (
    "id_project" TEXT COLLATE "C" NOT NULL,
    "department_id" TEXT COLLATE "C" NOT NULL,
    "shard" SMALLINT NOT NULL,
    "closed" INTEGER NOT NULL,

    CONSTRAINT "request_count_pkey" PRIMARY KEY ("id_project","department_id","shard")
);

INSERT INTO "request_count"
SELECT "id_project", coalesce("department_id", ''), 0, count(*) FROM "request"
WHERE "status" = 1000 AND NOT "preflight" GROUP BY 1, 2;

-- Statements that touch many requests count them at once.
CREATE FUNCTION "count_requests"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "request_count" AS c
  SELECT "id_project", coalesce("department_id", '') AS "of", pg_backend_pid() % 16,
    CASE TG_OP WHEN 'DELETE' THEN -1 ELSE 1 END * count(*)
  FROM "changed" WHERE "status" = 1000 AND NOT "preflight" GROUP BY "id_project", "of" ORDER BY "id_project", "of"
  ON CONFLICT ("id_project", "department_id", "shard") DO UPDATE SET "closed" = c."closed" + excluded."closed";
  RETURN NULL;
END $$;

CREATE FUNCTION "recount_request"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "request_count" AS c
  SELECT NEW."id_project", coalesce(d."of", ''), pg_backend_pid() % 16, sum(d."more")
  FROM (VALUES (OLD."department_id", -(OLD."status" = 1000 AND NOT OLD."preflight")::int),
    (NEW."department_id", (NEW."status" = 1000 AND NOT NEW."preflight")::int)) d ("of", "more")
  GROUP BY 2 HAVING sum(d."more") <> 0 ORDER BY 2
  ON CONFLICT ("id_project", "department_id", "shard") DO UPDATE SET "closed" = c."closed" + excluded."closed";
  RETURN NULL;
END $$;

CREATE TRIGGER "request_made" AFTER INSERT ON "request" REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "count_requests"();
CREATE TRIGGER "request_gone" AFTER DELETE ON "request" REFERENCING OLD TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "count_requests"();
CREATE TRIGGER "request_moved" AFTER UPDATE ON "request" FOR EACH ROW
  WHEN ((OLD."status" = 1000 OR NEW."status" = 1000) AND (OLD."status" <> NEW."status" OR OLD."preflight" <> NEW."preflight"
    OR OLD."department_id" IS DISTINCT FROM NEW."department_id")) EXECUTE FUNCTION "recount_request"();
