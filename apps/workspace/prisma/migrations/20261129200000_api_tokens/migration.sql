CREATE TABLE "api_tokens" (
    "id_project" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "id_user" CHAR(24) NOT NULL,
    "name" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "allowed_ips" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
    "last_used_at" TIMESTAMPTZ(3),
    "last_used_ip" TEXT,
    "rotated_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "api_tokens_pkey" PRIMARY KEY ("id_project", "id")
);

CREATE INDEX "api_tokens_id_project_created_at_id_idx" ON "api_tokens"("id_project", "created_at", "id");
CREATE INDEX "api_tokens_expires_at_idx" ON "api_tokens"("expires_at");

CREATE TABLE "api_token_secrets" (
    "secret_hash" BYTEA NOT NULL,
    "id_project" TEXT NOT NULL,
    "id_token" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "api_token_secrets_pkey" PRIMARY KEY ("secret_hash")
);

CREATE INDEX "api_token_secrets_id_project_id_token_idx" ON "api_token_secrets"("id_project", "id_token");
CREATE INDEX "api_token_secrets_expires_at_idx" ON "api_token_secrets"("expires_at");
