-- Deleted projects wait here for their erasure; those that live are no concern of it.
CREATE INDEX "projects_deleted_idx" ON "projects"("updated_at") WHERE "status" = 0;
