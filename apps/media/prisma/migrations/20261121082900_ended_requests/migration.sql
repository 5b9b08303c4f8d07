CREATE TABLE "ended_requests" (
    "id_project" TEXT NOT NULL,
    "request" TEXT NOT NULL,
    "ended_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ended_requests_pkey" PRIMARY KEY ("id_project", "request")
);
CREATE INDEX "ended_requests_ended_at_idx" ON "ended_requests"("ended_at");
