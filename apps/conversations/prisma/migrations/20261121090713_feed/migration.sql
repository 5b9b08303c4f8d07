-- Changes that the feed tells and no event of this service carries: of copies. Their numbers come from the sequence of the
-- outbox, so that both are one order.
CREATE TABLE "feed_change" (
    "id_project" TEXT COLLATE "C" NOT NULL,
    "seq" BIGINT NOT NULL,
    "type" TEXT NOT NULL,
    "data" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "feed_change_pkey" PRIMARY KEY ("id_project","seq")
);
CREATE INDEX "feed_change_created_at_idx" ON "feed_change"("created_at");

-- Custom events, for an hour.
CREATE TABLE "custom_event" (
    "id_project" TEXT COLLATE "C" NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "name" TEXT NOT NULL,
    "attributes" JSON NOT NULL,
    "project_user" TEXT COLLATE "C",
    "created_by" TEXT COLLATE "C" NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "custom_event_pkey" PRIMARY KEY ("id_project","id")
);
CREATE INDEX "custom_event_id_project_created_at_id_idx" ON "custom_event"("id_project", "created_at" DESC, "id" DESC);
CREATE INDEX "custom_event_created_at_idx" ON "custom_event"("created_at");
