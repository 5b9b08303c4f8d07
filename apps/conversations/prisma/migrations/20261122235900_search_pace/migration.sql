-- Conversations that go on are indexed once a minute.
ALTER TABLE "request_search" ADD COLUMN "indexed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;
