CREATE TABLE "canned_responses" (
    "id_project" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "title" TEXT NOT NULL DEFAULT '',
    "text" TEXT NOT NULL,
    "shared" BOOLEAN NOT NULL,
    "status" SMALLINT NOT NULL DEFAULT 100,
    "attributes" JSONB NOT NULL DEFAULT '{}',
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "canned_responses_pkey" PRIMARY KEY ("id_project", "id")
);

-- A list merges what is shared with what is the reader's own, and must walk past nobody else's.
CREATE INDEX "canned_shared_created_at_idx" ON "canned_responses"("id_project", "created_at", "id")
    WHERE "shared" AND "status" = 100;
CREATE INDEX "canned_shared_updated_at_idx" ON "canned_responses"("id_project", "updated_at", "id")
    WHERE "shared" AND "status" = 100;
CREATE INDEX "canned_shared_title_idx" ON "canned_responses"("id_project", "title", "id")
    WHERE "shared" AND "status" = 100;
CREATE INDEX "canned_own_created_at_idx" ON "canned_responses"("id_project", "created_by", "created_at", "id")
    WHERE NOT "shared" AND "status" = 100;
CREATE INDEX "canned_own_updated_at_idx" ON "canned_responses"("id_project", "created_by", "updated_at", "id")
    WHERE NOT "shared" AND "status" = 100;
CREATE INDEX "canned_own_title_idx" ON "canned_responses"("id_project", "created_by", "title", "id")
    WHERE NOT "shared" AND "status" = 100;
