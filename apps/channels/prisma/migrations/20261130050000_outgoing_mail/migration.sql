ALTER TABLE "mailbox" ADD COLUMN "outgoing" JSONB;

ALTER TABLE "thread" ADD COLUMN "short_id" TEXT, ADD COLUMN "cc" TEXT[];
UPDATE "thread" SET "short_id" = substr(md5("request_id"), 1, 10);
CREATE INDEX "thread_id_project_short_id_idx" ON "thread"("id_project", "short_id");

CREATE TABLE "outgoing_mail" (
    "id_project" TEXT COLLATE "C" NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "id_mailbox" TEXT COLLATE "C" NOT NULL,
    "request_id" TEXT COLLATE "C" NOT NULL,
    "id_request" TEXT COLLATE "C" NOT NULL,
    "kind" TEXT NOT NULL,
    "author" TEXT NOT NULL,
    "recipient" TEXT NOT NULL,
    "cc" TEXT[],
    "message_id" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "retries" INTEGER NOT NULL DEFAULT 0,
    "holder" TEXT,
    "error" TEXT,
    "error_text" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "give_up_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "outgoing_mail_pkey" PRIMARY KEY ("id_project","id")
);

-- What is still to be sent: the worker looks through the mailboxes that have some.
CREATE INDEX "outgoing_mail_due_idx" ON "outgoing_mail"("id_project", "id_mailbox", "due_at") WHERE "state" IN ('waiting', 'sending');
CREATE INDEX "outgoing_mail_id_project_request_id_created_at_idx" ON "outgoing_mail"("id_project", "request_id", "created_at");
CREATE INDEX "outgoing_mail_id_project_message_id_idx" ON "outgoing_mail"("id_project", "message_id");
CREATE INDEX "outgoing_mail_id_project_recipient_created_at_idx" ON "outgoing_mail"("id_project", "recipient", "created_at");
CREATE INDEX "outgoing_mail_created_at_idx" ON "outgoing_mail"("created_at");

CREATE TABLE "outgoing_message" (
    "id_project" TEXT COLLATE "C" NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "id_mail" TEXT COLLATE "C" NOT NULL,
    "seq" INTEGER NOT NULL,

    CONSTRAINT "outgoing_message_pkey" PRIMARY KEY ("id_project","id")
);

CREATE INDEX "outgoing_message_id_project_id_mail_idx" ON "outgoing_message"("id_project", "id_mail");

CREATE TABLE "mail_suppression" (
    "id_project" TEXT COLLATE "C" NOT NULL,
    "address" TEXT COLLATE "C" NOT NULL,
    "why" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "mail_suppression_pkey" PRIMARY KEY ("id_project","address")
);
