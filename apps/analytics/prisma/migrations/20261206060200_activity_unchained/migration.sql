-- Activities that are to be put into the chain.
CREATE INDEX CONCURRENTLY "activity_unchained_idx" ON "activity"("id_project", "created_at", "id") WHERE NOT "chained";
