CREATE TABLE "subscription" (
    "id_project" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "event" TEXT NOT NULL,
    "event_key" TEXT NOT NULL,
    "target" TEXT NOT NULL,
    "host" TEXT NOT NULL,
    "same_as" TEXT NOT NULL,
    "send_token" BOOLEAN NOT NULL,
    "status" TEXT NOT NULL,
    "disabled_reason" TEXT,
    "secret" TEXT NOT NULL,
    "previous_secret" TEXT,
    "previous_secret_until" TIMESTAMPTZ(3),
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "subscription_pkey" PRIMARY KEY ("id_project","id")
);

CREATE UNIQUE INDEX "subscription_id_project_same_as_key" ON "subscription"("id_project", "same_as");
CREATE INDEX "subscription_id_project_event_key_idx" ON "subscription"("id_project", "event_key");

CREATE TABLE "lane" (
    "id_project" TEXT NOT NULL,
    "id_subscription" TEXT NOT NULL,
    "due_at" TIMESTAMPTZ(3),
    "rest" INTEGER NOT NULL DEFAULT 0,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "failing_since" TIMESTAMPTZ(3),
    "open_until" TIMESTAMPTZ(3),
    "wait_ms" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "lane_pkey" PRIMARY KEY ("id_project","id_subscription")
);

CREATE INDEX "lane_due_at_idx" ON "lane"("due_at");

CREATE TABLE "delivery" (
    "id_project" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "id_subscription" TEXT NOT NULL,
    "event" TEXT NOT NULL,
    "id_event" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "aggregate_version" INTEGER NOT NULL,
    "partition_key" TEXT NOT NULL,
    "actor" TEXT NOT NULL,
    "depth" INTEGER NOT NULL,
    "event_at" TIMESTAMPTZ(3) NOT NULL,
    "payload" TEXT NOT NULL,
    "hook" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "first_sequence" TEXT,
    "first_at" TIMESTAMPTZ(3),
    "loop_suspected" BOOLEAN NOT NULL DEFAULT false,
    "due_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3),
    "holder" TEXT,
    "host" TEXT,
    "last_status" INTEGER,
    "last_error" TEXT,
    "delivered_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "delivery_pkey" PRIMARY KEY ("id_project","id")
);

CREATE UNIQUE INDEX "delivery_id_project_id_subscription_event_id_event_key" ON "delivery"("id_project", "id_subscription", "event", "id_event");
CREATE INDEX "delivery_id_project_id_subscription_due_at_idx" ON "delivery"("id_project", "id_subscription", "due_at");
CREATE INDEX "delivery_order_idx" ON "delivery"("id_project", "id_subscription", "partition_key", "first_sequence");
CREATE INDEX "delivery_pace_idx" ON "delivery"("id_project", "id_subscription", "partition_key", "first_at");
CREATE INDEX "delivery_list_idx" ON "delivery"("id_project", "id_subscription", "created_at", "id");
CREATE INDEX "delivery_id_project_partition_key_idx" ON "delivery"("id_project", "partition_key");
CREATE INDEX "delivery_id_project_actor_idx" ON "delivery"("id_project", "actor");
CREATE INDEX "delivery_host_idx" ON "delivery"("host");
CREATE INDEX "delivery_expires_at_idx" ON "delivery"("expires_at");
CREATE INDEX "delivery_created_at_idx" ON "delivery"("created_at");

CREATE TABLE "attempt" (
    "id_project" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "id_delivery" TEXT NOT NULL,
    "id_subscription" TEXT NOT NULL,
    "n" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "target" TEXT NOT NULL,
    "duration_ms" INTEGER,
    "status" INTEGER,
    "error" TEXT,
    "response_headers" JSONB,
    "response_body" TEXT,

    CONSTRAINT "attempt_pkey" PRIMARY KEY ("id_project","id")
);

CREATE INDEX "attempt_id_project_id_delivery_n_idx" ON "attempt"("id_project", "id_delivery", "n");
CREATE INDEX "attempt_id_project_at_id_idx" ON "attempt"("id_project", "at", "id");
CREATE INDEX "attempt_at_idx" ON "attempt"("at");

CREATE TABLE "ended_project" (
    "id_project" TEXT NOT NULL,
    "ended_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ended_project_pkey" PRIMARY KEY ("id_project")
);

CREATE INDEX "ended_project_ended_at_idx" ON "ended_project"("ended_at");

CREATE TABLE "erased_record" (
    "id_project" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "erased_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "erased_record_pkey" PRIMARY KEY ("id_project","key")
);

CREATE INDEX "erased_record_erased_at_idx" ON "erased_record"("erased_at");
