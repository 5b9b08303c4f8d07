-- Whether the activity, as it is now, is in the chain of its project; false after a change that Parley made.
ALTER TABLE "activity" ADD COLUMN "chained" BOOLEAN NOT NULL DEFAULT false;

-- The head of a project's chain.
CREATE TABLE "activity_chain" (
  "id_project" TEXT COLLATE "C" NOT NULL,
  "seq" BIGINT NOT NULL,
  "hash" BYTEA NOT NULL,
  -- Activities of before may be missing: their retention has ended.
  "expired_before" TIMESTAMPTZ(3),
  CONSTRAINT "activity_chain_pkey" PRIMARY KEY ("id_project")
);

-- One version of one activity; the newest one tells what it is now.
CREATE TABLE "activity_link" (
  "id_project" TEXT COLLATE "C" NOT NULL,
  "seq" BIGINT NOT NULL,
  "activity" TEXT COLLATE "C" NOT NULL,
  -- Of the activity.
  "created_at" TIMESTAMPTZ(3) NOT NULL,
  -- Null: the content was erased, and nothing tells what it was.
  "salt" BYTEA,
  "digest" BYTEA NOT NULL,
  "hash" BYTEA NOT NULL,
  CONSTRAINT "activity_link_pkey" PRIMARY KEY ("id_project", "seq")
);
CREATE INDEX "activity_link_activity_idx" ON "activity_link"("id_project", "activity", "seq");
