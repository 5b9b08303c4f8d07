-- Canned responses of workspace: actions send them, also while workspace is down.
CREATE TABLE "copy_canned" (
  "id_project" TEXT COLLATE "C" NOT NULL,
  "id" TEXT COLLATE "C" NOT NULL,
  "version" INTEGER NOT NULL,
  "deleted" BOOLEAN NOT NULL DEFAULT false,
  "record" JSONB NOT NULL,
  CONSTRAINT "copy_canned_pkey" PRIMARY KEY ("id_project", "id")
);
