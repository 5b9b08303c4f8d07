-- One for each lead that ever was erased: its `_id` never comes back.
CREATE TABLE "erasure" (
    "id_project" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "lead" TEXT NOT NULL,
    "lead_id" TEXT,
    "requests" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "status" TEXT NOT NULL,
    "requested_by" TEXT NOT NULL,
    "reason" TEXT,
    "services" JSONB NOT NULL,
    "receipt" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "finished_at" TIMESTAMPTZ(3),
    "version" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "erasure_pkey" PRIMARY KEY ("id_project","id")
);

CREATE UNIQUE INDEX "erasure_id_project_lead_key" ON "erasure"("id_project", "lead");
