-- What has ended stands in no index of those that wait: most deliveries have ended, and each change of one writes all its indexes.
DROP INDEX "delivery_id_project_id_subscription_due_at_idx";
DROP INDEX "delivery_order_idx";
DROP INDEX "delivery_host_idx";
DROP INDEX "delivery_expires_at_idx";

CREATE INDEX "delivery_due_idx" ON "delivery"("id_project", "id_subscription", "due_at") WHERE "due_at" IS NOT NULL;
CREATE INDEX "delivery_order_idx" ON "delivery"("id_project", "id_subscription", "partition_key", "first_sequence")
  WHERE "first_sequence" IS NOT NULL;
CREATE INDEX "delivery_host_idx" ON "delivery"("host") WHERE "host" IS NOT NULL;
CREATE INDEX "delivery_expires_at_idx" ON "delivery"("expires_at") WHERE "expires_at" IS NOT NULL;
