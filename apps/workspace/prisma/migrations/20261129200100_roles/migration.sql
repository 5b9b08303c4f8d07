CREATE TABLE "roles" (
    "id_project" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "base" TEXT NOT NULL,
    "rights" JSONB NOT NULL DEFAULT '{}',
    "visibility" TEXT NOT NULL DEFAULT 'all',
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "roles_pkey" PRIMARY KEY ("id_project", "id")
);

CREATE INDEX "roles_id_project_created_at_id_idx" ON "roles"("id_project", "created_at", "id");

ALTER TABLE "teammates" ADD COLUMN "role_id" TEXT;
-- Few have one.
CREATE INDEX "teammates_of_role_idx" ON "teammates"("id_project", "role_id") WHERE "role_id" IS NOT NULL;

-- Empty: all that the role may do.
ALTER TABLE "api_tokens" ADD COLUMN "rights" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[];
