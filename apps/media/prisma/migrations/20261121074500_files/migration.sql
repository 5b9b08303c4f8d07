CREATE TABLE "file_paths" (
    "path" TEXT NOT NULL,
    "id_project" TEXT NOT NULL,
    "id_file" TEXT NOT NULL,
    "part" TEXT NOT NULL,

    CONSTRAINT "file_paths_pkey" PRIMARY KEY ("path")
);
CREATE INDEX "file_paths_id_project_id_file_idx" ON "file_paths"("id_project", "id_file");

CREATE TABLE "files" (
    "id_project" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "class" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "is_inline" BOOLEAN NOT NULL,
    "size" BIGINT NOT NULL,
    "sha256" TEXT NOT NULL,
    "width" INTEGER,
    "height" INTEGER,
    "object_key" TEXT NOT NULL,
    "thumbnail" TEXT,
    "thumbnail_size" INTEGER,
    "thumbnail_sha256" TEXT,
    "uploader_kind" TEXT NOT NULL,
    "uploader_project" TEXT NOT NULL,
    "uploader_id" TEXT NOT NULL,
    "subject_kind" TEXT,
    "subject_id" TEXT,
    "is_unscanned" BOOLEAN NOT NULL DEFAULT false,
    "expires_at" TIMESTAMPTZ(3),
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "files_pkey" PRIMARY KEY ("id_project", "id")
);
CREATE INDEX "files_id_project_uploader_kind_uploader_id_idx" ON "files"("id_project", "uploader_kind", "uploader_id");
CREATE INDEX "files_expires_at_idx" ON "files"("expires_at");
CREATE INDEX "files_object_key_idx" ON "files"("object_key");

CREATE TABLE "usage" (
    "id_project" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "bytes" BIGINT NOT NULL DEFAULT 0,
    "files" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "usage_pkey" PRIMARY KEY ("id_project", "kind", "id"),
    CONSTRAINT "usage_not_below_zero" CHECK ("bytes" >= 0 AND "files" >= 0)
);

CREATE TABLE "file_references" (
    "id_project" TEXT NOT NULL,
    "id_file" TEXT NOT NULL,
    "id_message" TEXT NOT NULL,
    "request" TEXT NOT NULL,
    "request_id" TEXT NOT NULL,
    "audience" TEXT NOT NULL,

    CONSTRAINT "file_references_pkey" PRIMARY KEY ("id_project", "id_file", "id_message")
);
CREATE INDEX "file_references_id_project_request_idx" ON "file_references"("id_project", "request");

CREATE TABLE "projects" (
    "id_project" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "private_media" BOOLEAN NOT NULL DEFAULT false,
    "visitor_types" TEXT,
    "team_types" TEXT,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "projects_pkey" PRIMARY KEY ("id_project")
);
