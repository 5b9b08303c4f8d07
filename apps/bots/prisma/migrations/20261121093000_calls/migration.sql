CREATE TABLE "call" (
    "id_project" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "id_bot" TEXT NOT NULL,
    "webhook_id" TEXT NOT NULL,
    "request_id" TEXT NOT NULL,
    "message_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "attempt" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "outcome" TEXT,
    "status" INTEGER,
    "duration_ms" INTEGER,
    "event" TEXT NOT NULL,
    "depth" INTEGER NOT NULL,

    CONSTRAINT "call_pkey" PRIMARY KEY ("id_project","id")
);

CREATE INDEX "call_id_project_id_bot_at_id_idx" ON "call"("id_project", "id_bot", "at", "id");
CREATE INDEX "call_id_project_request_id_idx" ON "call"("id_project", "request_id");
CREATE INDEX "call_at_idx" ON "call"("at");

CREATE TABLE "failing_bot" (
    "id_project" TEXT NOT NULL,
    "id_bot" TEXT NOT NULL,
    "failed_at" TIMESTAMPTZ(3)[],
    "open_until" TIMESTAMPTZ(3),

    CONSTRAINT "failing_bot_pkey" PRIMARY KEY ("id_project","id_bot")
);
