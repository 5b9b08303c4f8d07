-- Deleted by the retention of its project: figures keep counting it, and no comparison misses its record.
ALTER TABLE "request_fact" ADD COLUMN "is_expired" BOOLEAN NOT NULL DEFAULT false;
