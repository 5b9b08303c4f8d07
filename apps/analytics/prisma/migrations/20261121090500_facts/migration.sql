-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateTable
CREATE TABLE "activity" (
    "id_project" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "verb" TEXT NOT NULL,
    "actor" JSONB NOT NULL,
    "action_obj" JSONB,
    "target" JSONB NOT NULL,
    "related" JSONB,
    "agents" TEXT[],

    CONSTRAINT "activity_pkey" PRIMARY KEY ("id_project","id")
);

-- CreateTable
CREATE TABLE "request_birth" (
    "id_project" TEXT NOT NULL,
    "request" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "request_birth_pkey" PRIMARY KEY ("id_project","request")
);

-- CreateTable
CREATE TABLE "project" (
    "id_project" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "retention_days" INTEGER,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "project_pkey" PRIMARY KEY ("id_project")
);

-- CreateTable
CREATE TABLE "erased" (
    "id_project" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "erased_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "erased_pkey" PRIMARY KEY ("id_project","id")
);

-- CreateTable
CREATE TABLE "request_fact" (
    "id_project" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "request_id" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "is_deleted" BOOLEAN NOT NULL DEFAULT false,
    "is_draft" BOOLEAN NOT NULL DEFAULT false,
    "is_counted" BOOLEAN NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "told_at" TIMESTAMPTZ(3) NOT NULL,
    "department" TEXT NOT NULL,
    "channel" TEXT NOT NULL,
    "status" SMALLINT NOT NULL,
    "has_bot" BOOLEAN NOT NULL,
    "participants" TEXT[],
    "tags" TEXT[],
    "waiting_ms" BIGINT,
    "duration_ms" BIGINT,
    "duration_class" SMALLINT,
    "rating" DECIMAL,

    CONSTRAINT "request_fact_pkey" PRIMARY KEY ("id_project","id")
);

-- CreateTable
CREATE TABLE "participation" (
    "id_project" TEXT NOT NULL,
    "participant" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "request" TEXT NOT NULL,

    CONSTRAINT "participation_pkey" PRIMARY KEY ("id_project","participant","created_at","request")
);

-- CreateTable
CREATE TABLE "request_delta" (
    "id_project" TEXT NOT NULL,
    "id" BIGSERIAL NOT NULL,
    "sign" SMALLINT NOT NULL,
    "quarter" INTEGER NOT NULL,
    "department" TEXT NOT NULL,
    "channel" TEXT NOT NULL,
    "status" SMALLINT NOT NULL,
    "has_bot" BOOLEAN NOT NULL,
    "waiting_ms" BIGINT,
    "duration_ms" BIGINT,
    "duration_class" SMALLINT,
    "rating" DECIMAL,

    CONSTRAINT "request_delta_pkey" PRIMARY KEY ("id_project","id")
);

-- CreateTable
CREATE TABLE "request_rollup" (
    "id_project" TEXT NOT NULL,
    "span" SMALLINT NOT NULL,
    "department" TEXT NOT NULL,
    "channel" TEXT NOT NULL,
    "quarter" INTEGER NOT NULL,
    "total" INTEGER NOT NULL,
    "unserved" INTEGER NOT NULL,
    "abandoned" INTEGER NOT NULL,
    "served" INTEGER NOT NULL,
    "closed" INTEGER NOT NULL,
    "with_bot" INTEGER NOT NULL,
    "waiting_count" INTEGER NOT NULL,
    "waiting_sum" BIGINT NOT NULL,
    "duration_count" INTEGER NOT NULL,
    "duration_sum" BIGINT NOT NULL,
    "rating_count" INTEGER NOT NULL,
    "rating_sum" DECIMAL NOT NULL,

    CONSTRAINT "request_rollup_pkey" PRIMARY KEY ("id_project","span","department","channel","quarter")
);

-- CreateTable
CREATE TABLE "duration_histogram" (
    "id_project" TEXT NOT NULL,
    "department" TEXT NOT NULL,
    "channel" TEXT NOT NULL,
    "day" INTEGER NOT NULL,
    "duration_class" SMALLINT NOT NULL,
    "total" INTEGER NOT NULL,

    CONSTRAINT "duration_histogram_pkey" PRIMARY KEY ("id_project","department","channel","day","duration_class")
);

-- CreateTable
CREATE TABLE "message_fact" (
    "id_project" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "request" TEXT NOT NULL,
    "sender" TEXT NOT NULL,
    "channel" TEXT NOT NULL,
    "is_received" BOOLEAN NOT NULL,
    "is_counted" BOOLEAN NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "told_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "message_fact_pkey" PRIMARY KEY ("id_project","id")
);

-- CreateTable
CREATE TABLE "visitor_fact" (
    "id_project" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "is_counted" BOOLEAN NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "told_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "visitor_fact_pkey" PRIMARY KEY ("id_project","id")
);

-- CreateTable
CREATE TABLE "tally_delta" (
    "id_project" TEXT NOT NULL,
    "id" BIGSERIAL NOT NULL,
    "metric" TEXT NOT NULL,
    "label" TEXT NOT NULL,
    "quarter" INTEGER NOT NULL,
    "total" INTEGER NOT NULL,
    "part" INTEGER NOT NULL,

    CONSTRAINT "tally_delta_pkey" PRIMARY KEY ("id_project","id")
);

-- CreateTable
CREATE TABLE "tally" (
    "id_project" TEXT NOT NULL,
    "metric" TEXT NOT NULL,
    "label" TEXT NOT NULL,
    "span" SMALLINT NOT NULL,
    "quarter" INTEGER NOT NULL,
    "total" INTEGER NOT NULL,
    "part" INTEGER NOT NULL,

    CONSTRAINT "tally_pkey" PRIMARY KEY ("id_project","metric","span","label","quarter")
);

-- CreateIndex
CREATE INDEX "activity_id_project_created_at_id_idx" ON "activity"("id_project", "created_at", "id");

-- CreateIndex
CREATE INDEX "activity_id_project_verb_created_at_id_idx" ON "activity"("id_project", "verb", "created_at", "id");

-- CreateIndex
CREATE INDEX "activity_agents_idx" ON "activity" USING GIN ("agents");

-- CreateIndex
CREATE INDEX "request_fact_id_project_created_at_duration_class_idx" ON "request_fact"("id_project", "created_at", "duration_class");

-- CreateIndex
CREATE INDEX "request_fact_id_project_request_id_idx" ON "request_fact"("id_project", "request_id");

-- CreateIndex
CREATE INDEX "request_fact_id_project_duration_class_created_at_duration__idx" ON "request_fact"("id_project", "duration_class", "created_at", "duration_ms");

-- CreateIndex
CREATE INDEX "message_fact_id_project_created_at_idx" ON "message_fact"("id_project", "created_at");

-- CreateIndex
CREATE INDEX "message_fact_id_project_request_created_at_idx" ON "message_fact"("id_project", "request", "created_at");

-- CreateIndex
CREATE INDEX "message_fact_id_project_sender_created_at_idx" ON "message_fact"("id_project", "sender", "created_at");

-- CreateIndex
CREATE INDEX "visitor_fact_id_project_created_at_idx" ON "visitor_fact"("id_project", "created_at");


-- Rows come and go within seconds: dead ones must not wait until they are a share of a table that is all but empty.
ALTER TABLE "request_delta" SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
ALTER TABLE "tally_delta" SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
