-- Exports of whole projects, and where their parts are stored.
CREATE TABLE "exports" (
    "id_project" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "include_files" BOOLEAN NOT NULL,
    "progress" JSONB NOT NULL DEFAULT '{}',
    "size" BIGINT NOT NULL DEFAULT 0,
    "parts" INTEGER NOT NULL DEFAULT 0,
    "as_of" JSONB NOT NULL DEFAULT '{}',
    "error" TEXT,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "finished_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3),
    "version" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "exports_pkey" PRIMARY KEY ("id_project", "id")
);
CREATE UNIQUE INDEX "exports_running_key" ON "exports"("id_project") WHERE "status" = 'running';
CREATE INDEX "exports_due_at_idx" ON "exports"("due_at") WHERE "status" = 'running';
CREATE INDEX "exports_expires_at_idx" ON "exports"("expires_at") WHERE "status" = 'done';
CREATE INDEX "exports_created_at_idx" ON "exports"("created_at");
CREATE INDEX "exports_id_project_created_at_id_idx" ON "exports"("id_project", "created_at", "id");

CREATE TABLE "export_parts" (
    "id_project" TEXT NOT NULL,
    "id_export" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "object_key" TEXT NOT NULL,
    "size" BIGINT NOT NULL,
    "sha256" TEXT NOT NULL,

    CONSTRAINT "export_parts_pkey" PRIMARY KEY ("id_project", "id_export", "name")
);
CREATE INDEX "export_parts_object_key_idx" ON "export_parts"("object_key");
