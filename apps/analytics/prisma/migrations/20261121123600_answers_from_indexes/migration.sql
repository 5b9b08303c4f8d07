-- CreateTable
CREATE TABLE "activity_agent" (
    "id_project" TEXT NOT NULL,
    "agent" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "id" TEXT NOT NULL,
    "verb" TEXT NOT NULL,

    CONSTRAINT "activity_agent_pkey" PRIMARY KEY ("id_project","agent","created_at","id","verb")
);

INSERT INTO "activity_agent" ("id_project", "agent", "created_at", "id", "verb")
SELECT DISTINCT a."id_project", agent, a."created_at", a."id", a."verb" FROM "activity" a CROSS JOIN unnest(a."agents") agent;

-- DropIndex
DROP INDEX "activity_agents_idx";

-- CreateIndex
CREATE INDEX "activity_id_project_verb_id_idx" ON "activity"("id_project", "verb", "id");

-- DropIndex
DROP INDEX "message_fact_id_project_created_at_idx";

-- CreateIndex
CREATE INDEX "message_fact_id_project_created_at_sender_channel_is_receiv_idx" ON "message_fact"("id_project", "created_at", "sender", "channel", "is_received", "is_counted");
