CREATE TABLE "imap_account" (
    "id_project" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "host" TEXT NOT NULL,
    "port" INTEGER NOT NULL,
    "secure" TEXT NOT NULL,
    "username" TEXT NOT NULL,
    "password" TEXT,
    "folder" TEXT NOT NULL,
    "after" TEXT NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 0,
    "uid_validity" TEXT,
    "last_uid" BIGINT NOT NULL DEFAULT 0,
    "settled_uid" BIGINT NOT NULL DEFAULT 0,
    "set_aside" BIGINT[] NOT NULL DEFAULT '{}',
    "stuck_uid" BIGINT,
    "stuck_attempts" INTEGER NOT NULL DEFAULT 0,
    "state" TEXT NOT NULL DEFAULT 'ok',
    "since" TIMESTAMPTZ(3),
    "last_ok_at" TIMESTAMPTZ(3),
    "error" TEXT,
    "failing_since" TIMESTAMPTZ(3),
    "failures" INTEGER NOT NULL DEFAULT 0,
    "behind" INTEGER NOT NULL DEFAULT 0,
    "holder" TEXT,
    "due_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "imap_account_pkey" PRIMARY KEY ("id_project","id")
);

CREATE INDEX "imap_account_due_at_idx" ON "imap_account"("due_at");
CREATE INDEX "imap_account_holder_idx" ON "imap_account"("holder");

CREATE TABLE "mail_oauth" (
    "id_project" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "provider" TEXT NOT NULL,
    "token_url" TEXT NOT NULL,
    "client_id" TEXT NOT NULL,
    "client_secret" TEXT,
    "refresh_token" TEXT,
    "access_token" TEXT,
    "expires_at" TIMESTAMPTZ(3),

    CONSTRAINT "mail_oauth_pkey" PRIMARY KEY ("id_project","id")
);
