-- Apart from the memberships, which every sign of life would otherwise rewrite.
CREATE TABLE "presences" (
    "id_project" TEXT NOT NULL,
    "id_principal" TEXT NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "presences_pkey" PRIMARY KEY ("id_project", "id_principal")
);

CREATE INDEX "teammates_online_idx" ON "teammates"("id_project", "id") WHERE "presence_status" = 'online';
