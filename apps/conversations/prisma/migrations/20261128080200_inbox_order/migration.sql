-- The inbox is read in its order, one department after the other: of the departments that a viewer sees, each gives its newest.
-- Closed and hidden requests are listed apart, under '-' and their department.
ALTER TABLE "request_head" ADD COLUMN "listed_under" TEXT COLLATE "C";

CREATE FUNCTION "listed_under_of"("status" SMALLINT, "preflight" BOOLEAN, "department_id" TEXT) RETURNS TEXT
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN "status" < 1000 AND NOT "preflight" THEN '' ELSE '-' END || coalesce("department_id", '')
$$;

UPDATE "request_head" h SET "listed_under" = "listed_under_of"(r."status", r."preflight", r."department_id")
FROM "request" r WHERE r."id_project" = h."id_project" AND r."id" = h."id";

DROP INDEX "request_head_id_project_last_message_at_id_idx";
CREATE INDEX "request_head_listed_idx" ON "request_head"("id_project", "listed_under", "last_message_at" DESC, "id" DESC);

-- The previous release writes requests without it while both run. What this release writes has it already, and changes nothing here.
CREATE FUNCTION "list_request"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'request' THEN
    UPDATE "request_head" h SET "listed_under" = "listed_under_of"(NEW."status", NEW."preflight", NEW."department_id")
    WHERE h."id_project" = NEW."id_project" AND h."id" = NEW."id"
      AND h."listed_under" IS DISTINCT FROM "listed_under_of"(NEW."status", NEW."preflight", NEW."department_id");
  ELSE
    UPDATE "request_head" h SET "listed_under" = "listed_under_of"(r."status", r."preflight", r."department_id")
    FROM "request" r WHERE r."id_project" = NEW."id_project" AND r."id" = NEW."id"
      AND h."id_project" = NEW."id_project" AND h."id" = NEW."id";
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER "request_head_listed" AFTER INSERT ON "request_head" FOR EACH ROW
  WHEN (NEW."listed_under" IS NULL) EXECUTE FUNCTION "list_request"();
CREATE TRIGGER "request_listed" AFTER UPDATE ON "request" FOR EACH ROW
  WHEN (OLD."status" <> NEW."status" OR OLD."preflight" <> NEW."preflight" OR OLD."department_id" IS DISTINCT FROM NEW."department_id")
  EXECUTE FUNCTION "list_request"();
