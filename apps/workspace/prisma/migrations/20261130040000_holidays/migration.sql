-- Days on which other hours apply than those of the week.
CREATE TABLE "holidays" (
    "id_project" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "from_day" TEXT NOT NULL,
    "to_day" TEXT NOT NULL,
    "yearly" BOOLEAN NOT NULL,
    "spans" JSONB NOT NULL,
    "applies" TEXT[] NOT NULL,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "holidays_pkey" PRIMARY KEY ("id_project", "id")
);
