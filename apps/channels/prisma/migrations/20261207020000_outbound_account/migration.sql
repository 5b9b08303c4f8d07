CREATE TABLE "outbound_account" (
    "id_project" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'ok',
    "since" TIMESTAMPTZ(3),
    "last_ok_at" TIMESTAMPTZ(3),
    "error" TEXT,
    "failing_since" TIMESTAMPTZ(3),
    "failures" INTEGER NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "outbound_account_pkey" PRIMARY KEY ("id_project","id")
);

CREATE INDEX "outbound_account_state_due_at_idx" ON "outbound_account"("state", "due_at");
