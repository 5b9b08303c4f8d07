-- The order of the events, not that of their arrival, which a bus of several partitions does not keep.
ALTER TABLE "delivery" ADD COLUMN "sequence" TEXT NOT NULL DEFAULT '';
UPDATE "delivery" SET "sequence" = "first_sequence" WHERE "first_sequence" IS NOT NULL;

DROP INDEX "delivery_list_idx";
CREATE INDEX "delivery_list_idx" ON "delivery"("id_project", "id_subscription", "event_at", ("sequence" || "id"));

DROP INDEX "delivery_due_idx";
CREATE INDEX "delivery_due_idx" ON "delivery"("id_project", "id_subscription", "due_at", ("sequence" || "id")) WHERE "due_at" IS NOT NULL;
