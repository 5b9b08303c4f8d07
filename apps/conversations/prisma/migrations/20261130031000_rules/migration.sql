CREATE TABLE "rule" (
  "id_project" TEXT COLLATE "C" NOT NULL,
  "id" TEXT COLLATE "C" NOT NULL,
  "version" INTEGER NOT NULL DEFAULT 0,
  "position" INTEGER NOT NULL,
  "enabled" BOOLEAN NOT NULL DEFAULT false,
  "record" JSONB NOT NULL,
  -- Events up to this number were there before it was enabled.
  "since" BIGINT NOT NULL DEFAULT 0,
  "evaluated" BIGINT NOT NULL DEFAULT 0,
  "matched" BIGINT NOT NULL DEFAULT 0,
  "applied" BIGINT NOT NULL DEFAULT 0,
  "failed" BIGINT NOT NULL DEFAULT 0,
  -- Failures in a row.
  "failing" INTEGER NOT NULL DEFAULT 0,
  "last_applied_at" TIMESTAMPTZ(3),
  CONSTRAINT "rule_pkey" PRIMARY KEY ("id_project", "id")
);
CREATE INDEX "rule_enabled_idx" ON "rule"("id_project") WHERE "enabled";

-- Up to which event of the outbox the rules of all projects have run.
CREATE TABLE "rule_state" (
  "id_project" TEXT COLLATE "C" NOT NULL,
  "seq" BIGINT NOT NULL,
  "at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "rule_state_pkey" PRIMARY KEY ("id_project")
);

-- What a rule did about an event, kept for 30 days.
CREATE TABLE "rule_run" (
  "id_project" TEXT COLLATE "C" NOT NULL,
  "id" TEXT COLLATE "C" NOT NULL,
  "rule" TEXT COLLATE "C" NOT NULL,
  "request" TEXT COLLATE "C" NOT NULL,
  -- Id of the event, or the instant that a timer counts from.
  "event" TEXT COLLATE "C" NOT NULL,
  -- The first event of the chain.
  "chain" TEXT COLLATE "C" NOT NULL,
  "result" TEXT NOT NULL,
  "record" JSONB NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT "rule_run_pkey" PRIMARY KEY ("id_project", "id")
);
-- A rule runs once for an event, and once in a chain on a request.
CREATE UNIQUE INDEX "rule_run_event_idx" ON "rule_run"("id_project", "rule", "request", "event");
CREATE UNIQUE INDEX "rule_run_chain_idx" ON "rule_run"("id_project", "rule", "request", "chain") WHERE "result" = 'applied';
CREATE INDEX "rule_run_request_idx" ON "rule_run"("id_project", "request", "created_at");
CREATE INDEX "rule_run_rule_idx" ON "rule_run"("id_project", "rule", "created_at");
CREATE INDEX "rule_run_age_idx" ON "rule_run"("created_at");

-- Rules that wait: timers, and those with a delay.
CREATE TABLE "rule_due" (
  "id_project" TEXT COLLATE "C" NOT NULL,
  "rule" TEXT COLLATE "C" NOT NULL,
  "request" TEXT COLLATE "C" NOT NULL,
  -- `timer`, or the id of the event that a delayed rule answers.
  "key" TEXT COLLATE "C" NOT NULL,
  -- What a timer counts from, or when the event came.
  "anchor" TIMESTAMPTZ(3) NOT NULL,
  "due_at" TIMESTAMPTZ(3) NOT NULL,
  "event" JSONB,
  CONSTRAINT "rule_due_pkey" PRIMARY KEY ("id_project", "rule", "request", "key")
);
CREATE INDEX "rule_due_idx" ON "rule_due"("due_at");
CREATE INDEX "rule_due_request_idx" ON "rule_due"("id_project", "request");
