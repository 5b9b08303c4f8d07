-- The words of requests by `words_of` of the kit. They stand beside `request_search`, which replicas of the release before keep and search; searches read a
-- request there until it is moved here. The next release drops `request_search`, `search_progress`, `search_words` and what concerns them below.
CREATE TABLE "request_words" (
    "id_project" TEXT COLLATE "C" NOT NULL,
    "request" TEXT COLLATE "C" NOT NULL,
    "about" tsvector NOT NULL,
    "said" tsvector NOT NULL,
    "seq" INTEGER NOT NULL,
    "revision" INTEGER NOT NULL,
    "stale" INTEGER NOT NULL DEFAULT 0,
    "pending" BOOLEAN NOT NULL DEFAULT false,
    "indexed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "request_words_pkey" PRIMARY KEY ("id_project","request")
);

CREATE TABLE "words_progress" (
    "id_project" TEXT COLLATE "C" NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,
    "moved_from" TEXT COLLATE "C",
    "moved" INTEGER NOT NULL DEFAULT 0,
    "to_move" INTEGER,

    CONSTRAINT "words_progress_pkey" PRIMARY KEY ("id_project")
);

-- Entries are collected in a short pending list: see `request_search_words_idx`. A new request is written without them, and indexed once it is quiet.
CREATE INDEX "request_words_idx" ON "request_words" USING gin ("id_project", ("about" || "said"))
  WITH (fastupdate = on, gin_pending_list_limit = 128) WHERE NOT "pending";
-- The planner makes no use of the statistics of a partial index.
CREATE STATISTICS "request_words_stats" ON ("about" || "said") FROM "request_words";
CREATE INDEX "request_words_pending_idx" ON "request_words"("id_project", "request") WHERE "pending";
CREATE INDEX "request_words_stale_idx" ON "request_words"("id_project", "request") WHERE "stale" > 0;

-- What is written from now on is indexed as it comes, as is what the release before has put off; all that is there is moved from the newest to the oldest.
INSERT INTO "words_progress" ("id_project", "until", "moved_from")
WITH RECURSIVE p AS (
  (SELECT h.id_project FROM request_head h ORDER BY h.id_project LIMIT 1)
  UNION ALL
  SELECT (SELECT h.id_project FROM request_head h WHERE h.id_project > p.id_project ORDER BY h.id_project LIMIT 1)
  FROM p WHERE p.id_project IS NOT NULL)
SELECT p.id_project, now() - interval '10 minutes', '~' FROM p WHERE p.id_project IS NOT NULL;

CREATE OR REPLACE FUNCTION "request_search_forget"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM request_words s WHERE s.id_project = OLD.id_project AND s.request = OLD.id;
  DELETE FROM request_search s WHERE s.id_project = OLD.id_project AND s.request = OLD.id;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION "request_search_rename"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE request_words s SET stale = s.stale + 1 FROM request r
  WHERE r.id_project = NEW.id_project AND r.lead_id = NEW.id AND s.id_project = r.id_project AND s.request = r.id;
  UPDATE request_search s SET stale = s.stale + 1 FROM request r
  WHERE r.id_project = NEW.id_project AND r.lead_id = NEW.id AND s.id_project = r.id_project AND s.request = r.id;
  RETURN NULL;
END $$;

-- Words of messages are only ever added, so those of a conversation go with the first text that an erasure takes away.
CREATE FUNCTION "request_words_erase"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM request_words s WHERE s.id_project = NEW.id_project AND s.request = NEW.request;
  RETURN NULL;
END $$;

CREATE TRIGGER "request_words_erase" AFTER UPDATE OF "text" ON "message"
  FOR EACH ROW WHEN (OLD.text IS DISTINCT FROM NEW.text) EXECUTE FUNCTION "request_words_erase"();
