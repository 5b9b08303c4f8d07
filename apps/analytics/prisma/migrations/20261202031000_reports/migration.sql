-- What satisfaction is grouped by, and the survey of the last closing. Constant defaults: no row is rewritten.
ALTER TABLE "request_fact"
  ADD COLUMN "priority" TEXT COLLATE "C" NOT NULL DEFAULT '',
  ADD COLUMN "policy" TEXT COLLATE "C",
  ADD COLUMN "survey" TEXT COLLATE "C",
  ADD COLUMN "survey_answered" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "raw_request"
  ADD COLUMN "priority" TEXT COLLATE "C" NOT NULL DEFAULT '',
  ADD COLUMN "policy" TEXT COLLATE "C",
  ADD COLUMN "survey" TEXT COLLATE "C",
  ADD COLUMN "survey_answered" BOOLEAN NOT NULL DEFAULT false;

-- A clock of a service level that was breached or has ended.
CREATE TABLE "clock_fact" (
  "id_project" TEXT COLLATE "C" NOT NULL,
  "request" TEXT COLLATE "C" NOT NULL,
  "metric" TEXT COLLATE "C" NOT NULL,
  "cycle" INTEGER NOT NULL,
  "started_at" TIMESTAMPTZ(3) NOT NULL,
  "policy" TEXT COLLATE "C" NOT NULL,
  "priority" TEXT COLLATE "C" NOT NULL,
  "department" TEXT COLLATE "C" NOT NULL,
  "channel" TEXT COLLATE "C" NOT NULL,
  "tags" TEXT[] COLLATE "C" NOT NULL,
  "agents" TEXT[] COLLATE "C" NOT NULL,
  -- `running`: of its end nothing has arrived yet.
  "state" TEXT COLLATE "C" NOT NULL,
  "is_breached" BOOLEAN NOT NULL,
  "elapsed_ms" BIGINT,
  CONSTRAINT "clock_fact_pkey" PRIMARY KEY ("id_project", "request", "metric", "cycle")
);
CREATE INDEX "clock_fact_started_idx" ON "clock_fact"("id_project", "started_at");
