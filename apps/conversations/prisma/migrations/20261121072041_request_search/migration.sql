-- Full text of requests and their messages. Kept by a job that follows request_head, so that no write waits for it.
-- btree_gin is a trusted extension of PostgreSQL: whoever may create tables here may create it. It lets the index begin with the project.
CREATE EXTENSION IF NOT EXISTS "btree_gin";

-- The words of a text, case and accents set aside. Anything between words is white space or ASCII punctuation; other signs are
-- left to the parser of PostgreSQL.
CREATE FUNCTION "search_words"("searched" TEXT) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN to_tsvector('simple'::regconfig, lower(regexp_replace(
  regexp_replace(normalize("searched", NFKD), '[\u0300-\u036f]', '', 'g'), '[\s!-/:-@\[-`{-~]+', ' ', 'g')));

CREATE TABLE "request_search" (
    "id_project" TEXT COLLATE "C" NOT NULL,
    "request" TEXT COLLATE "C" NOT NULL,
    "about" tsvector NOT NULL,
    "said" tsvector NOT NULL,
    "seq" INTEGER NOT NULL,
    "revision" INTEGER NOT NULL,
    "stale" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "request_search_pkey" PRIMARY KEY ("id_project","request")
);

CREATE TABLE "search_progress" (
    "id_project" TEXT COLLATE "C" NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "search_progress_pkey" PRIMARY KEY ("id_project")
);

-- Not collected in a pending list: the job has time, a search has not.
CREATE INDEX "request_search_words_idx" ON "request_search" USING gin ("id_project", ("about" || "said")) WITH (fastupdate = off);

CREATE INDEX "request_search_stale_idx" ON "request_search"("id_project", "request") WHERE "stale" > 0;

-- Triggers, so that no writer can forget it: what is gone is not found, and a lead is found by what he is called now.
CREATE FUNCTION "request_search_forget"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM request_search s WHERE s.id_project = OLD.id_project AND s.request = OLD.id;
  RETURN NULL;
END $$;

CREATE TRIGGER "request_search_forget" AFTER DELETE ON "request"
  FOR EACH ROW EXECUTE FUNCTION "request_search_forget"();

CREATE FUNCTION "request_search_rename"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE request_search s SET stale = s.stale + 1 FROM request r
  WHERE r.id_project = NEW.id_project AND r.lead_id = NEW.id AND s.id_project = r.id_project AND s.request = r.id;
  RETURN NULL;
END $$;

CREATE TRIGGER "request_search_made" AFTER INSERT ON "copy_lead"
  FOR EACH ROW EXECUTE FUNCTION "request_search_rename"();
CREATE TRIGGER "request_search_rename" AFTER UPDATE ON "copy_lead"
  FOR EACH ROW WHEN (OLD.record->'fullname' IS DISTINCT FROM NEW.record->'fullname'
    OR OLD.record->'email' IS DISTINCT FROM NEW.record->'email')
  EXECUTE FUNCTION "request_search_rename"();
