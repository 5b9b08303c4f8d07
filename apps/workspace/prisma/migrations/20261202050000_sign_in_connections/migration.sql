-- Sign-in connections of a project, and the domains that it has proved.
CREATE TABLE "sign_in_connections" (
    "id_project" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "issuer" TEXT NOT NULL,
    "client_id" TEXT NOT NULL,
    "sealed_secret" TEXT NOT NULL,
    "scopes" TEXT NOT NULL,
    "provision" TEXT NOT NULL,
    "email_verified_claim" TEXT NOT NULL,
    "role_claim" TEXT,
    "role_map" JSONB NOT NULL DEFAULT '[]',
    "group_claim" TEXT,
    "group_map" JSONB NOT NULL DEFAULT '[]',
    "enforced" BOOLEAN NOT NULL DEFAULT false,
    "break_glass" TEXT[] NOT NULL,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "sign_in_connections_pkey" PRIMARY KEY ("id_project", "id")
);

CREATE TABLE "sign_in_domains" (
    "id_project" TEXT NOT NULL,
    "domain" TEXT NOT NULL,
    "token" TEXT NOT NULL,
    "proved_at" TIMESTAMPTZ(3),
    "checked_at" TIMESTAMPTZ(3),
    "missing_since" TIMESTAMPTZ(3),
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sign_in_domains_pkey" PRIMARY KEY ("id_project", "domain")
);

-- One project alone has proved a domain.
CREATE UNIQUE INDEX "sign_in_domains_proved" ON "sign_in_domains"("domain") WHERE "proved_at" IS NOT NULL;
CREATE INDEX "sign_in_domains_due" ON "sign_in_domains"("checked_at") WHERE "proved_at" IS NOT NULL;

-- Sign-ins by an issuer, for logout at and by it.
CREATE TABLE "oidc_logins" (
    "id" TEXT NOT NULL,
    "connection" TEXT NOT NULL,
    "issuer" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "sid" TEXT,
    "sealed_id_token" TEXT NOT NULL,
    "user_id" CHAR(24) NOT NULL,
    "session_jti" TEXT,
    "standing" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "oidc_logins_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "oidc_logins_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE UNIQUE INDEX "oidc_logins_session_jti_key" ON "oidc_logins"("session_jti");
CREATE INDEX "oidc_logins_issuer_subject_idx" ON "oidc_logins"("issuer", "subject");
CREATE INDEX "oidc_logins_issuer_sid_idx" ON "oidc_logins"("issuer", "sid");
CREATE INDEX "oidc_logins_user_id_idx" ON "oidc_logins"("user_id");
CREATE INDEX "oidc_logins_connection_idx" ON "oidc_logins"("connection");
CREATE INDEX "oidc_logins_created_at_idx" ON "oidc_logins"("created_at");

-- Of a challenge that a sign-in by an issuer still takes: which sign-in.
ALTER TABLE "challenges" ADD COLUMN "login_id" TEXT;
