-- Totals of visible messages: every message rewrites the row of the head anyway.
ALTER TABLE "request_head" ADD COLUMN "visible_seq" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "visible_in" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "visible_out" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "last_message_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;

UPDATE "request_head" h SET "visible_seq" = n."seq", "visible_in" = n."in", "visible_out" = n."out", "last_message_at" = n."at"
FROM (SELECT r."id_project", r."id", coalesce(max(m."seq"), 0) AS "seq",
    count(m."seq") FILTER (WHERE m."sender" = r."requester") AS "in",
    count(m."seq") FILTER (WHERE m."sender" <> r."requester") AS "out",
    coalesce((array_agg(m."created_at" ORDER BY m."seq" DESC) FILTER (WHERE m."seq" IS NOT NULL))[1], r."created_at") AS "at"
  FROM "request" r LEFT JOIN "message" m ON m."id_project" = r."id_project" AND m."request" = r."id"
    AND m."audience" = 'all' AND m."sender" <> 'system'
  GROUP BY r."id_project", r."id") n
WHERE h."id_project" = n."id_project" AND h."id" = n."id";

CREATE INDEX "request_head_id_project_last_message_at_id_idx" ON "request_head"("id_project", "last_message_at" DESC, "id" DESC);

CREATE TABLE "request_reader" (
    "id_project" TEXT COLLATE "C" NOT NULL,
    "request" TEXT COLLATE "C" NOT NULL,
    "principal" TEXT COLLATE "C" NOT NULL,
    "upto_seq" INTEGER NOT NULL DEFAULT 0,
    "read_in" INTEGER NOT NULL DEFAULT 0,
    "read_out" INTEGER NOT NULL DEFAULT 0,
    "mentioned_at" TIMESTAMPTZ(3),
    "mentioned_seq" INTEGER,
    "mentioned_note" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "request_reader_pkey" PRIMARY KEY ("id_project","request","principal")
);

-- Requests that mention a person; few rows have a mention.
CREATE INDEX "request_reader_mentioned_idx" ON "request_reader"("id_project", "principal", "mentioned_at") WHERE "mentioned_at" IS NOT NULL;

-- People have read what they have answered. Closed requests are left out: nobody's inbox shows them.
INSERT INTO "request_reader" ("id_project", "request", "principal", "upto_seq", "read_in", "read_out")
SELECT DISTINCT ON (s."id_project", s."request", s."sender")
  s."id_project", s."request", s."sender", s."seq", s."in", s."out"
FROM (SELECT m."id_project", m."request", m."sender", m."seq", m."imported",
    count(*) FILTER (WHERE m."audience" = 'all' AND m."sender" = r."requester") OVER w AS "in",
    count(*) FILTER (WHERE m."audience" = 'all' AND m."sender" NOT IN (r."requester", 'system')) OVER w AS "out"
  FROM "request" r JOIN "message" m ON m."id_project" = r."id_project" AND m."request" = r."id"
  WHERE r."status" < 1000
  WINDOW w AS (PARTITION BY m."id_project", m."request" ORDER BY m."seq")) s
WHERE NOT s."imported" AND s."sender" <> 'system' AND s."sender" NOT LIKE 'bot\_%'
ORDER BY s."id_project", s."request", s."sender", s."seq" DESC;
