-- Whoever takes a seat under a limit writes it down with the seat: the table itself holds nobody above it. Empty after a
-- supervisor's word, and after `pending`, which may lead above it.
ALTER TABLE "seat" ADD COLUMN "most" INTEGER,
  ADD CONSTRAINT "seat_most" CHECK ("most" IS NULL OR "held" <= "most");

-- Given to a human by routing who has said nothing visible since. May be empty: a replica of the release before does not
-- know it.
ALTER TABLE "request" ADD COLUMN "untouched" BOOLEAN;

CREATE INDEX "request_untouched_idx" ON "request"("id_project", "assigned_at") WHERE "untouched";

-- Talks that may have been forgotten, of all projects.
CREATE INDEX "request_idle_idx" ON "request"("created_at") WHERE "status" < 1000;

-- Requests whose turn in the queue comes only later.
CREATE INDEX "request_pause_idx" ON "request"("id_project", "queue_after")
  WHERE "queue_after" IS NOT NULL AND "status" IN (100, 150);
