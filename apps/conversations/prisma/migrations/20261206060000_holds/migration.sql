-- A legal hold: what it names is neither deleted nor erased.
CREATE TABLE "hold" (
  "id_project" TEXT COLLATE "C" NOT NULL,
  "id" TEXT COLLATE "C" NOT NULL,
  "kind" TEXT COLLATE "C" NOT NULL,
  -- `_id` of the request or lead.
  "record" TEXT COLLATE "C" NOT NULL,
  -- Of a request.
  "request_id" TEXT COLLATE "C",
  "reason" TEXT NOT NULL,
  "created_by" TEXT COLLATE "C" NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "hold_pkey" PRIMARY KEY ("id_project", "id")
);
CREATE UNIQUE INDEX "hold_record_idx" ON "hold"("id_project", "kind", "record");

CREATE INDEX "copy_project_retention_idx" ON "copy_project"("id_project") WHERE NOT "deleted" AND "record"->'settings' ? 'retention';
