CREATE TABLE "mailbox" (
    "id_project" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "aliases" TEXT[],
    "department" TEXT,
    "inbound" TEXT NOT NULL,
    "secret" TEXT,
    "enabled" BOOLEAN NOT NULL,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "mailbox_pkey" PRIMARY KEY ("id_project","id")
);

CREATE UNIQUE INDEX "mailbox_id_key" ON "mailbox"("id");

CREATE TABLE "mailbox_address" (
    "address_key" TEXT NOT NULL,
    "id_project" TEXT NOT NULL,
    "id_mailbox" TEXT NOT NULL,

    CONSTRAINT "mailbox_address_pkey" PRIMARY KEY ("address_key")
);

CREATE INDEX "mailbox_address_id_project_id_mailbox_idx" ON "mailbox_address"("id_project", "id_mailbox");

CREATE TABLE "inbound_mail" (
    "id_project" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "id_mailbox" TEXT NOT NULL,
    "known_by" TEXT NOT NULL,
    "via" TEXT NOT NULL,
    "message_id" TEXT,
    "envelope_from" TEXT,
    "envelope_to" TEXT[],
    "size" INTEGER NOT NULL,
    "sha256" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "why" TEXT,
    "error" TEXT,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "retries" INTEGER NOT NULL DEFAULT 0,
    "from_address" TEXT,
    "subject" TEXT,
    "request_id" TEXT,
    "id_request" TEXT,
    "id_message" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "routed_at" TIMESTAMPTZ(3),

    CONSTRAINT "inbound_mail_pkey" PRIMARY KEY ("id_project","id")
);

CREATE UNIQUE INDEX "inbound_mail_id_project_id_mailbox_known_by_key" ON "inbound_mail"("id_project", "id_mailbox", "known_by");
CREATE INDEX "inbound_mail_id_project_id_mailbox_created_at_id_idx" ON "inbound_mail"("id_project", "id_mailbox", "created_at", "id");
CREATE INDEX "inbound_mail_id_project_message_id_idx" ON "inbound_mail"("id_project", "message_id");
CREATE INDEX "inbound_mail_id_project_id_request_idx" ON "inbound_mail"("id_project", "id_request");
CREATE INDEX "inbound_mail_id_project_from_address_idx" ON "inbound_mail"("id_project", "from_address");
CREATE INDEX "inbound_mail_created_at_idx" ON "inbound_mail"("created_at");

-- Apart from the ledger, so that its rows stay small. Mail is text or base64: PostgreSQL compresses it.
CREATE TABLE "raw_mail" (
    "id_project" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "bytes" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "raw_mail_pkey" PRIMARY KEY ("id_project","id")
);

CREATE INDEX "raw_mail_created_at_idx" ON "raw_mail"("created_at");

CREATE TABLE "thread" (
    "id_project" TEXT NOT NULL,
    "request_id" TEXT NOT NULL,
    "id_mailbox" TEXT NOT NULL,
    "requester" TEXT NOT NULL,
    "parties" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "thread_pkey" PRIMARY KEY ("id_project","request_id")
);

CREATE INDEX "thread_id_project_requester_idx" ON "thread"("id_project", "requester");

CREATE TABLE "ended_project" (
    "id_project" TEXT NOT NULL,
    "ended_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ended_project_pkey" PRIMARY KEY ("id_project")
);

CREATE INDEX "ended_project_ended_at_idx" ON "ended_project"("ended_at");
