-- CreateTable
CREATE TABLE "reconciliation" (
    "id_project" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "is_repair" BOOLEAN NOT NULL,
    "is_nightly" BOOLEAN NOT NULL,
    "zone" TEXT NOT NULL,
    "from" TIMESTAMPTZ(3) NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,
    "as_of" TIMESTAMPTZ(3),
    "requests" INTEGER NOT NULL DEFAULT 0,
    "messages" INTEGER NOT NULL DEFAULT 0,
    "differences" JSONB NOT NULL DEFAULT '[]',
    "differences_count" INTEGER NOT NULL DEFAULT 0,
    "repaired" INTEGER NOT NULL DEFAULT 0,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finished_at" TIMESTAMPTZ(3),
    "alive_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "reconciliation_pkey" PRIMARY KEY ("id_project","id")
);

-- CreateTable
CREATE TABLE "raw_request" (
    "id_project" TEXT NOT NULL,
    "run" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "request_id" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "is_draft" BOOLEAN NOT NULL,
    "is_counted" BOOLEAN NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
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

    CONSTRAINT "raw_request_pkey" PRIMARY KEY ("id_project","run","id")
);

-- CreateTable
CREATE TABLE "raw_message" (
    "id_project" TEXT NOT NULL,
    "run" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "request" TEXT NOT NULL,
    "sender" TEXT NOT NULL,
    "channel" TEXT NOT NULL,
    "is_received" BOOLEAN NOT NULL,
    "is_counted" BOOLEAN NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "raw_message_pkey" PRIMARY KEY ("id_project","run","id")
);

-- CreateIndex
CREATE INDEX "reconciliation_id_project_started_at_idx" ON "reconciliation"("id_project", "started_at");

-- CreateIndex
CREATE INDEX "reconciliation_status_alive_at_idx" ON "reconciliation"("status", "alive_at");

-- CreateIndex
CREATE INDEX "raw_request_id_project_run_created_at_idx" ON "raw_request"("id_project", "run", "created_at");

-- CreateIndex
CREATE INDEX "raw_message_id_project_run_created_at_idx" ON "raw_message"("id_project", "run", "created_at");

-- CreateIndex
CREATE INDEX "request_rollup_id_project_quarter_idx" ON "request_rollup"("id_project", "quarter");

-- CreateIndex
CREATE INDEX "duration_histogram_id_project_day_idx" ON "duration_histogram"("id_project", "day");

-- CreateIndex
CREATE INDEX "tally_id_project_metric_quarter_idx" ON "tally"("id_project", "metric", "quarter");

