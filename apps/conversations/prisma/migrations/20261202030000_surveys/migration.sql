-- The survey of the last closing: {_id, asked_at, expires_at, answered_at?}.
ALTER TABLE "request" ADD COLUMN "survey" JSONB;

CREATE TABLE "survey" (
  "id_project" TEXT COLLATE "C" NOT NULL,
  "id" TEXT COLLATE "C" NOT NULL,
  "version" INTEGER NOT NULL DEFAULT 0,
  "owner" TEXT COLLATE "C" NOT NULL,
  -- As of all owned records; surveys are always shared.
  "shared" BOOLEAN NOT NULL,
  "position" INTEGER NOT NULL,
  "record" JSONB NOT NULL,
  CONSTRAINT "survey_pkey" PRIMARY KEY ("id_project", "id")
);
CREATE INDEX "survey_enabled_idx" ON "survey"("id_project") WHERE ("record"->'enabled')::boolean;

-- Up to which event of the outbox surveys were chosen.
CREATE TABLE "survey_state" (
  "id_project" TEXT COLLATE "C" NOT NULL,
  "seq" BIGINT NOT NULL,
  "at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "survey_state_pkey" PRIMARY KEY ("id_project")
);

-- One closing and the survey that was chosen for it.
CREATE TABLE "survey_ask" (
  "id_project" TEXT COLLATE "C" NOT NULL,
  "request" TEXT COLLATE "C" NOT NULL,
  -- Id of the event of the closing.
  "closing" TEXT COLLATE "C" NOT NULL,
  "survey" TEXT COLLATE "C" NOT NULL,
  "lead" TEXT COLLATE "C" NOT NULL,
  "closed_at" TIMESTAMPTZ(3) NOT NULL,
  -- Absent: it was asked or skipped.
  "due_at" TIMESTAMPTZ(3),
  "asked_at" TIMESTAMPTZ(3),
  "expires_at" TIMESTAMPTZ(3),
  -- SHA-256 of the token of the link.
  "token" TEXT COLLATE "C",
  -- What was asked: {ask, comment, language}.
  "asked" JSONB,
  CONSTRAINT "survey_ask_pkey" PRIMARY KEY ("id_project", "request", "closing")
);
CREATE INDEX "survey_ask_due_idx" ON "survey_ask"("due_at") WHERE "due_at" IS NOT NULL;
CREATE INDEX "survey_ask_lead_idx" ON "survey_ask"("id_project", "lead", "asked_at") WHERE "asked_at" IS NOT NULL;
CREATE UNIQUE INDEX "survey_ask_token_idx" ON "survey_ask"("id_project", "token") WHERE "token" IS NOT NULL;
CREATE INDEX "survey_ask_age_idx" ON "survey_ask"("closed_at");
