-- Leads stay writable meanwhile. No pending list: a search has less time than a write.
CREATE INDEX CONCURRENTLY "lead_found_words_idx" ON "lead" USING gin (
    "id_project", lead_found_words("fullname", "email", "phone", "company", "lead_id")) WITH (fastupdate = off);
