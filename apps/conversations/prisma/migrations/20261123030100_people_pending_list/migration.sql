-- A few people stand in many requests: each write of a request wrote the lists of theirs again, up to 2.5 kB each. They are collected in a short
-- pending list, of which a reader looks at 8 pages at most, and merged every few hundred writes.
ALTER INDEX "request_people_idx" SET (fastupdate = on, gin_pending_list_limit = 64);
