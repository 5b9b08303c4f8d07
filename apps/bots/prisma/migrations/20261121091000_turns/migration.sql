ALTER TABLE "bot" ADD COLUMN "intents_version" INTEGER NOT NULL DEFAULT 0;

CREATE TABLE "conversation" (
    "id_project" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "request_id" TEXT NOT NULL,
    "seen_upto" INTEGER,
    "seen_above" INTEGER[] DEFAULT ARRAY[]::INTEGER[],
    "answered_seq" INTEGER NOT NULL DEFAULT 0,
    "parameters" JSONB NOT NULL DEFAULT '{}',
    "deleted_at" TIMESTAMPTZ(3),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "conversation_pkey" PRIMARY KEY ("id_project","id")
);

CREATE INDEX "conversation_deleted_at_idx" ON "conversation"("deleted_at");

CREATE TABLE "session" (
    "id_project" TEXT NOT NULL,
    "request" TEXT NOT NULL,
    "id_bot" TEXT NOT NULL,
    "state" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "session_pkey" PRIMARY KEY ("id_project","request","id_bot")
);

CREATE INDEX "session_id_project_id_bot_idx" ON "session"("id_project", "id_bot");

CREATE TABLE "turn" (
    "id_project" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "request" TEXT NOT NULL,
    "request_id" TEXT NOT NULL,
    "id_bot" TEXT NOT NULL,
    "seq" INTEGER NOT NULL,
    "late" BOOLEAN NOT NULL DEFAULT false,
    "message" JSONB NOT NULL,
    "about" JSONB NOT NULL,
    "plan" JSONB,
    "depth" INTEGER NOT NULL,
    "correlation_id" TEXT NOT NULL,
    "causation_id" TEXT NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "holder" TEXT,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "message_at" TIMESTAMPTZ(3) NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "turn_pkey" PRIMARY KEY ("id_project","id")
);

CREATE INDEX "turn_due_at_idx" ON "turn"("due_at");
CREATE INDEX "turn_id_project_request_seq_idx" ON "turn"("id_project", "request", "seq");
CREATE INDEX "turn_id_project_id_bot_idx" ON "turn"("id_project", "id_bot");

CREATE TABLE "ended_project" (
    "id_project" TEXT NOT NULL,
    "ended_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ended_project_pkey" PRIMARY KEY ("id_project")
);

CREATE INDEX "ended_project_ended_at_idx" ON "ended_project"("ended_at");
