-- Begins with the project like every other index: lists combined the one by time alone with theirs, and read open requests of all projects.
DROP INDEX "request_idle_idx";
CREATE INDEX "request_idle_idx" ON "request"("id_project", "created_at") WHERE "status" < 1000;
