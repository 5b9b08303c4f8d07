-- What an external engine is still to be told, in the order of `seq` within a request; what it has taken is deleted.
CREATE TABLE "engine_delivery" (
    "id_project" TEXT COLLATE "C" NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "request" TEXT COLLATE "C" NOT NULL,
    "request_id" TEXT COLLATE "C" NOT NULL,
    "message_id" TEXT COLLATE "C",
    "seq" BIGINT NOT NULL,
    "type" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'pending',
    "tries" INTEGER NOT NULL DEFAULT 0,
    "attempts" JSON NOT NULL DEFAULT '[]',
    "due_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "holds_until" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "engine_delivery_pkey" PRIMARY KEY ("id_project","id")
);
CREATE INDEX "engine_delivery_id_project_request_seq_idx" ON "engine_delivery"("id_project", "request", "seq");
CREATE INDEX "engine_delivery_id_project_created_at_id_idx" ON "engine_delivery"("id_project", "created_at" DESC, "id" DESC);
CREATE INDEX "engine_delivery_due_idx" ON "engine_delivery"("due_at") WHERE "state" = 'pending';

-- How far the engine was told, and whether it answers at all. One row, of no project.
CREATE TABLE "engine_state" (
    "id_project" TEXT COLLATE "C" NOT NULL,
    "seq" BIGINT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "probe_at" TIMESTAMPTZ(3),

    CONSTRAINT "engine_state_pkey" PRIMARY KEY ("id_project")
);
