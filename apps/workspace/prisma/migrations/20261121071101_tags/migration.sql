CREATE TABLE "tags" (
    "id_project" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "tag" TEXT NOT NULL,
    "color" TEXT,
    "attributes" JSONB NOT NULL DEFAULT '{}',
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "tags_pkey" PRIMARY KEY ("id_project", "id")
);

CREATE UNIQUE INDEX "tags_id_project_tag_key" ON "tags"("id_project", "tag");
CREATE INDEX "tags_id_project_created_at_id_idx" ON "tags"("id_project", "created_at", "id");
CREATE INDEX "tags_id_project_updated_at_id_idx" ON "tags"("id_project", "updated_at", "id");
