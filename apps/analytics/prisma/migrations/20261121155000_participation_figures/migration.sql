-- Made anew from the facts, of which it keeps nothing but a part: quicker than changing each row.
DROP TABLE "participation";

-- CreateTable
CREATE TABLE "participation" (
    "id_project" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "request" TEXT NOT NULL,
    "participant" TEXT NOT NULL,
    "department" TEXT NOT NULL,
    "channel" TEXT NOT NULL,
    "status" SMALLINT NOT NULL,
    "has_bot" BOOLEAN NOT NULL,
    "waiting_ms" BIGINT,
    "duration_ms" BIGINT,
    "rating" DECIMAL,

    CONSTRAINT "participation_pkey" PRIMARY KEY ("id_project","created_at","request","participant")
);

INSERT INTO "participation" ("id_project", "created_at", "request", "participant", "department", "channel", "status", "has_bot",
    "waiting_ms", "duration_ms", "rating")
SELECT "id_project", "created_at", "id", participant, "department", "channel", "status", "has_bot", "waiting_ms", "duration_ms", "rating"
FROM "request_fact" CROSS JOIN unnest("participants") participant WHERE "is_counted"
ORDER BY "id_project", "created_at", "id", participant;

-- CreateIndex
CREATE INDEX "participation_figures_idx" ON "participation"("id_project", "participant", "created_at", "department", "channel", "status", "has_bot", "waiting_ms", "duration_ms", "rating");

-- An answer is read from the index alone where its pages have been vacuumed: that must not wait for a fifth of the table.
ALTER TABLE "participation" SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
