CREATE TABLE "bot" (
    "id_project" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "root_id" TEXT,
    "name" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "language" TEXT NOT NULL,
    "description" TEXT,
    "title" TEXT,
    "short_description" TEXT,
    "main_category" TEXT,
    "url" TEXT,
    "webhook_url" TEXT,
    "webhook_enabled" BOOLEAN NOT NULL DEFAULT false,
    "attributes" JSONB NOT NULL DEFAULT '{}',
    "tags" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "subtype" TEXT NOT NULL,
    "agents_available" BOOLEAN NOT NULL DEFAULT true,
    "is_public" BOOLEAN NOT NULL DEFAULT false,
    "trashed_at" TIMESTAMPTZ(3),
    "modified" BOOLEAN NOT NULL DEFAULT false,
    "published_id" TEXT,
    "release_note" TEXT,
    "published_by" JSONB,
    "published_at" TIMESTAMPTZ(3),
    "secret" TEXT,
    "previous_secret" TEXT,
    "previous_secret_until" TIMESTAMPTZ(3),
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "bot_pkey" PRIMARY KEY ("id_project","id")
);

CREATE INDEX "bot_id_project_created_at_id_idx" ON "bot"("id_project", "created_at", "id");
CREATE INDEX "bot_id_project_root_id_id_idx" ON "bot"("id_project", "root_id", "id");
CREATE INDEX "bot_trashed_at_idx" ON "bot"("trashed_at");

-- A slug names one living bot; those in the trash and the copies leave it free.
CREATE UNIQUE INDEX "bot_slug_key" ON "bot"("id_project", "slug") WHERE "trashed_at" IS NULL AND "root_id" IS NULL;

CREATE TABLE "bot_project" (
    "id" TEXT NOT NULL,
    "id_project" TEXT NOT NULL,

    CONSTRAINT "bot_project_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "intent" (
    "id_project" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "id_bot" TEXT NOT NULL,
    "intent_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "question" TEXT,
    "answer" TEXT,
    "actions" JSONB NOT NULL DEFAULT '[]',
    "form" JSONB,
    "reply" JSONB,
    "attributes" JSONB NOT NULL DEFAULT '{}',
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "webhook_enabled" BOOLEAN NOT NULL DEFAULT false,
    "topic" TEXT NOT NULL,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "intent_pkey" PRIMARY KEY ("id_project","id")
);

CREATE UNIQUE INDEX "intent_id_project_id_bot_name_key" ON "intent"("id_project", "id_bot", "name");
CREATE UNIQUE INDEX "intent_id_project_id_bot_intent_id_key" ON "intent"("id_project", "id_bot", "intent_id");
CREATE INDEX "intent_id_project_id_bot_created_at_id_idx" ON "intent"("id_project", "id_bot", "created_at", "id");
