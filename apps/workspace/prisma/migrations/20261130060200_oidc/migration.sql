CREATE TABLE "oidc_identities" (
    "issuer" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "user_id" CHAR(24) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "oidc_identities_pkey" PRIMARY KEY ("issuer", "subject"),
    CONSTRAINT "oidc_identities_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE INDEX "oidc_identities_user_id_idx" ON "oidc_identities"("user_id");

CREATE TABLE "oidc_flows" (
    "state_hash" BYTEA NOT NULL,
    "browser_hash" BYTEA NOT NULL,
    "connection" TEXT NOT NULL,
    "nonce" TEXT NOT NULL,
    "code_verifier" TEXT NOT NULL,
    "return_to" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "oidc_flows_pkey" PRIMARY KEY ("state_hash")
);

CREATE INDEX "oidc_flows_expires_at_idx" ON "oidc_flows"("expires_at");

-- Of a challenge that links an identity to an account: which.
ALTER TABLE "challenges" ADD COLUMN "issuer" TEXT, ADD COLUMN "subject" TEXT;
