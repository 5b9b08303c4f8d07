-- Revisions that changed no text that is searched: words are indexed again only after the others. The previous release counts none, so that
-- what it writes is indexed as before.
ALTER TABLE "request_head" ADD COLUMN "quiet_revisions" INTEGER NOT NULL DEFAULT 0;
