CREATE TABLE "user_factors" (
    "id" TEXT NOT NULL,
    "user_id" CHAR(24) NOT NULL,
    "kind" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "sealed_secret" TEXT,
    "last_step" INTEGER,
    "credential_id" TEXT,
    "public_key" BYTEA,
    "sign_count" BIGINT NOT NULL DEFAULT 0,
    "transports" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
    "confirmed_at" TIMESTAMPTZ(3),
    "last_used_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "user_factors_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "user_factors_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE INDEX "user_factors_user_id_idx" ON "user_factors"("user_id");
CREATE UNIQUE INDEX "user_factors_credential_id_key" ON "user_factors"("credential_id");

CREATE TABLE "recovery_codes" (
    "user_id" CHAR(24) NOT NULL,
    "code_hash" BYTEA NOT NULL,

    CONSTRAINT "recovery_codes_pkey" PRIMARY KEY ("user_id", "code_hash"),
    CONSTRAINT "recovery_codes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE "challenges" (
    "challenge_hash" BYTEA NOT NULL,
    "purpose" TEXT NOT NULL,
    "user_id" CHAR(24),
    "credentials_version" INTEGER,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "challenges_pkey" PRIMARY KEY ("challenge_hash"),
    CONSTRAINT "challenges_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE INDEX "challenges_user_id_idx" ON "challenges"("user_id");
CREATE INDEX "challenges_expires_at_idx" ON "challenges"("expires_at");

-- When the person last proved who they are; absent: when the token was made.
ALTER TABLE "tokens" ADD COLUMN "proved_at" TIMESTAMPTZ(3);

-- From when on members without a second factor are refused; absent: they are not.
ALTER TABLE "projects" ADD COLUMN "second_factor_due_at" TIMESTAMPTZ(3);
