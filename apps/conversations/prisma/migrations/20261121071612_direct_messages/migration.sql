-- CreateTable
CREATE TABLE "direct_message" (
    "id_project" TEXT COLLATE "C" NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "created_by" TEXT NOT NULL,
    "sender" TEXT NOT NULL,
    "sender_fullname" TEXT NOT NULL,
    "recipient" TEXT COLLATE "C" NOT NULL,
    "recipient_fullname" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "metadata" JSON,
    "attributes" JSON NOT NULL,
    "language" TEXT,
    "channel" TEXT NOT NULL,

    CONSTRAINT "direct_message_pkey" PRIMARY KEY ("id_project","id")
);

-- CreateIndex
CREATE INDEX "direct_message_id_project_recipient_id_idx" ON "direct_message"("id_project", "recipient", "id");
