-- CreateTable
CREATE TABLE "answered_call" (
    "id_project" TEXT COLLATE "C" NOT NULL,
    "key" TEXT COLLATE "C" NOT NULL,
    "answer" JSON NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "answered_call_pkey" PRIMARY KEY ("id_project","key")
);

-- CreateIndex
CREATE INDEX "answered_call_created_at_idx" ON "answered_call"("created_at");
