-- One mention of one teammate. `request_reader` says whether there is any.
CREATE TABLE "mention" (
  "id_project" TEXT COLLATE "C" NOT NULL,
  "principal" TEXT COLLATE "C" NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
  "id" TEXT COLLATE "C" NOT NULL,
  -- `_id`
  "request" TEXT COLLATE "C" NOT NULL,
  -- Of the message; absent: a note, or a text of its own.
  "seq" INTEGER,
  -- Where `seq` is absent: the person has reported a position since.
  "read" BOOLEAN NOT NULL DEFAULT false,
  -- {by, note_id?, message_id?, cause?, text?}
  "record" JSONB NOT NULL,
  CONSTRAINT "mention_pkey" PRIMARY KEY ("id_project", "principal", "created_at", "id")
);
CREATE INDEX "mention_request_idx" ON "mention"("id_project", "request", "principal");
CREATE INDEX "mention_age_idx" ON "mention"("created_at");
