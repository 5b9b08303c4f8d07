-- Requests with tags, for changes of a tag: most have none.
CREATE INDEX "request_tagged_idx" ON "request"("id_project", "id") WHERE "tags" <> '[]';
