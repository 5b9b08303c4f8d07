-- Segments of contacts: conditions ask which of them a lead is in.
CREATE TABLE "copy_segment" (
  "id_project" TEXT COLLATE "C" NOT NULL,
  "id" TEXT COLLATE "C" NOT NULL,
  "version" INTEGER NOT NULL,
  "deleted" BOOLEAN NOT NULL DEFAULT false,
  "record" JSONB NOT NULL,
  CONSTRAINT "copy_segment_pkey" PRIMARY KEY ("id_project", "id")
);
