-- Bytes of large mails that are still arriving: no sender has been told that they are stored, so they may be lost in a crash.
CREATE UNLOGGED TABLE "raw_piece" (
    "id" TEXT NOT NULL,
    "nth" INTEGER NOT NULL,
    "bytes" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "raw_piece_pkey" PRIMARY KEY ("id","nth")
);
-- They are read once, soon: compressing them does not pay.
ALTER TABLE "raw_piece" ALTER COLUMN "bytes" SET STORAGE EXTERNAL;
CREATE INDEX "raw_piece_created_at_idx" ON "raw_piece"("created_at");
