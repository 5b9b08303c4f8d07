CREATE TABLE "label_sets" (
    "id_project" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "attributes" JSONB NOT NULL DEFAULT '{}',
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "label_sets_pkey" PRIMARY KEY ("id_project")
);

CREATE TABLE "label_entries" (
    "id_project" TEXT NOT NULL,
    "lang" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "data" JSONB NOT NULL,
    "category" TEXT,
    "is_default" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "label_entries_pkey" PRIMARY KEY ("id_project", "lang")
);

CREATE UNIQUE INDEX "label_entries_default_key" ON "label_entries"("id_project") WHERE "is_default";
