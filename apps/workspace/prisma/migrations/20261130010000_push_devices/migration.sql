CREATE TABLE "push_devices" (
    "id_project" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "id_user" CHAR(24) NOT NULL,
    "jti" TEXT NOT NULL,
    "endpoint_hash" BYTEA NOT NULL,
    "sealed" TEXT NOT NULL,
    "language" TEXT NOT NULL,
    "timezone" TEXT NOT NULL,
    "shows_text" BOOLEAN NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "push_devices_pkey" PRIMARY KEY ("id_project", "id")
);

CREATE UNIQUE INDEX "push_devices_id_project_endpoint_hash_key" ON "push_devices"("id_project", "endpoint_hash");
CREATE INDEX "push_devices_id_project_id_user_updated_at_idx" ON "push_devices"("id_project", "id_user", "updated_at");
CREATE INDEX "push_devices_endpoint_hash_idx" ON "push_devices"("endpoint_hash");
CREATE INDEX "push_devices_jti_idx" ON "push_devices"("jti");
