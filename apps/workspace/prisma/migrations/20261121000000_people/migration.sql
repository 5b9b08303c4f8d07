CREATE TABLE "users" (
    "id" CHAR(24) NOT NULL,
    "email" TEXT NOT NULL,
    "firstname" TEXT NOT NULL,
    "lastname" TEXT NOT NULL,
    "email_verified" BOOLEAN NOT NULL DEFAULT false,
    "status" SMALLINT NOT NULL DEFAULT 100,
    "phone" TEXT,
    "description" TEXT,
    "public_email" TEXT,
    "public_website" TEXT,
    "attributes" JSONB NOT NULL DEFAULT '{}',
    "password_hash" TEXT,
    "credentials_version" INTEGER NOT NULL DEFAULT 0,
    "provisioned_by" CHAR(24),
    "external_id" TEXT,
    "signed_in_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "users_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "users_provisioned_whole" CHECK (("provisioned_by" IS NULL) = ("external_id" IS NULL)),
    CONSTRAINT "users_provisioned_without_password" CHECK ("provisioned_by" IS NULL OR "password_hash" IS NULL)
);

CREATE UNIQUE INDEX "users_provisioned_by_external_id_key" ON "users"("provisioned_by", "external_id");

-- Sign-in, reset, Basic and invitations find living ordinary users only, and of those one per address.
CREATE UNIQUE INDEX "users_email_of_ordinary_key" ON "users"("email") WHERE "status" = 100 AND "provisioned_by" IS NULL;

CREATE TABLE "user_codes" (
    "user_id" CHAR(24) NOT NULL,
    "purpose" TEXT NOT NULL,
    "code_hash" BYTEA NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "user_codes_pkey" PRIMARY KEY ("user_id", "purpose")
);

CREATE UNIQUE INDEX "user_codes_code_hash_key" ON "user_codes"("code_hash");

ALTER TABLE "user_codes" ADD CONSTRAINT "user_codes_user_id_fkey"
    FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
