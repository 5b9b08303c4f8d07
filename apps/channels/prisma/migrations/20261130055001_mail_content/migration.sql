ALTER TABLE "mailbox" ADD COLUMN "on_dmarc_fail" TEXT NOT NULL DEFAULT 'reject';
ALTER TABLE "mailbox" ADD COLUMN "spam_score" DOUBLE PRECISION;

ALTER TABLE "inbound_mail" ADD COLUMN "remote_ip" TEXT;
ALTER TABLE "inbound_mail" ADD COLUMN "helo" TEXT;
ALTER TABLE "inbound_mail" ADD COLUMN "images" JSONB;
ALTER TABLE "inbound_mail" ADD COLUMN "is_accepted" BOOLEAN NOT NULL DEFAULT false;

CREATE INDEX "inbound_mail_id_project_id_message_idx" ON "inbound_mail"("id_project", "id_message");

CREATE TABLE "seen_image" (
    "id_project" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "sha256" TEXT NOT NULL,
    "id_mail" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "seen_image_pkey" PRIMARY KEY ("id_project","address","sha256","id_mail")
);

CREATE INDEX "seen_image_created_at_idx" ON "seen_image"("created_at");
