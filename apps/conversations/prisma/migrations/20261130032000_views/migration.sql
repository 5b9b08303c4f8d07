CREATE TABLE "view" (
  "id_project" TEXT COLLATE "C" NOT NULL,
  "id" TEXT COLLATE "C" NOT NULL,
  "version" INTEGER NOT NULL DEFAULT 0,
  -- Principal of its author; the author of a shared one has no rights of their own.
  "owner" TEXT COLLATE "C" NOT NULL,
  "shared" BOOLEAN NOT NULL,
  "position" INTEGER NOT NULL,
  "record" JSONB NOT NULL,
  CONSTRAINT "view_pkey" PRIMARY KEY ("id_project", "id")
);
