-- The pending scheduled messages of a request: [{_id, __v, at, cancel_on}]. Most requests have none.
ALTER TABLE "request" ADD COLUMN "scheduled" JSONB;

CREATE TABLE "scheduled_message" (
  "id_project" TEXT COLLATE "C" NOT NULL,
  "id" TEXT COLLATE "C" NOT NULL,
  -- `_id` of the request.
  "request" TEXT COLLATE "C" NOT NULL,
  "version" INTEGER NOT NULL DEFAULT 0,
  "at" TIMESTAMPTZ(3) NOT NULL,
  -- pending, sent, cancelled, missed, failed
  "state" TEXT NOT NULL,
  "why" TEXT,
  -- `_id` of the message that was sent.
  "message_id" TEXT,
  -- Who sends it.
  "author" JSONB NOT NULL,
  -- {text, type?, metadata?, attributes?, language?}
  "content" JSONB NOT NULL,
  "cancel_on" TEXT[] NOT NULL,
  "max_late_ms" BIGINT NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL,
  "updated_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "scheduled_message_pkey" PRIMARY KEY ("id_project", "id")
);
CREATE INDEX "scheduled_message_id_project_request_idx" ON "scheduled_message"("id_project", "request");
CREATE INDEX "scheduled_message_due_idx" ON "scheduled_message"("at") WHERE "state" = 'pending';
