-- When the event was recorded: what is newer than the records it is compared with is no difference. A constant: no row is rewritten.
ALTER TABLE "clock_fact" ADD COLUMN "told_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now();

-- The newest clock of a metric as its owner has it, for the time of a run.
CREATE TABLE "raw_clock" (
  "id_project" TEXT COLLATE "C" NOT NULL,
  "run" TEXT COLLATE "C" NOT NULL,
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
  "state" TEXT COLLATE "C" NOT NULL,
  "is_breached" BOOLEAN NOT NULL,
  "elapsed_ms" BIGINT,
  -- Whether it has a fact; null: it may have one.
  "is_counted" BOOLEAN,
  CONSTRAINT "raw_clock_pkey" PRIMARY KEY ("id_project", "run", "request", "metric")
);
CREATE INDEX "raw_clock_started_idx" ON "raw_clock"("id_project", "run", "started_at");
