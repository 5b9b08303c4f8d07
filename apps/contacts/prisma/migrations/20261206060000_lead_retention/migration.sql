-- Projects whose leads without requests expire, and how far the sweep of today has come.
CREATE TABLE "lead_retention" (
  "id_project" TEXT COLLATE "C" NOT NULL,
  -- Of the project.
  "version" INTEGER NOT NULL,
  -- Null: they are kept.
  "days" INTEGER,
  -- The sweep goes by status, then by last change; null: it has not begun.
  "status" SMALLINT,
  "after_at" TIMESTAMPTZ(3),
  "after_id" TEXT COLLATE "C",
  "next_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "lead_retention_pkey" PRIMARY KEY ("id_project")
);
CREATE INDEX "lead_retention_due_idx" ON "lead_retention"("next_at") WHERE "days" IS NOT NULL;
