-- Requests that never began, by age, for the retention of a project.
CREATE INDEX CONCURRENTLY "request_unbegun_idx" ON "request"("id_project", "created_at", "id") WHERE "preflight" OR "draft";
