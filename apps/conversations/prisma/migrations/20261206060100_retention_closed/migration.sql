-- Closed requests by age, for the retention of a project.
CREATE INDEX CONCURRENTLY "request_closed_idx" ON "request"("id_project", "closed_at", "id") WHERE "status" = 1000;
