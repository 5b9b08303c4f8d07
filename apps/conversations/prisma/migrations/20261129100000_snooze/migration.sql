-- Until when a request rests: {until?, wake_on_reply, by, at, reason?}. Most requests have none.
ALTER TABLE "request" ADD COLUMN "snooze" JSONB;

-- The texts are of one form, ISO 8601 in UTC, so that no setting changes what they mean.
CREATE FUNCTION "instant_of"("record" JSONB, "member" TEXT) RETURNS TIMESTAMPTZ LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT ("record"->>"member")::timestamptz
$$;
CREATE INDEX "request_snoozed_idx" ON "request"("id_project", "instant_of"("snooze", 'until'), "id") WHERE "snooze" IS NOT NULL;

-- When something of a request is due by itself. A request of which nothing is has no row.
CREATE TABLE "clock" (
  "id_project" TEXT COLLATE "C" NOT NULL,
  "request" TEXT COLLATE "C" NOT NULL,
  "wake_at" TIMESTAMPTZ(3),
  "config" INTEGER NOT NULL DEFAULT 0,
  CONSTRAINT "clock_pkey" PRIMARY KEY ("id_project", "request")
);
CREATE INDEX "clock_wake_at_idx" ON "clock"("wake_at");
CREATE INDEX "clock_id_project_wake_at_request_idx" ON "clock"("id_project", "wake_at", "request");
