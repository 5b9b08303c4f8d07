-- People with tags, for changes of a tag: most have none.
CREATE INDEX "teammates_tagged_idx" ON "teammates"("id_project", "id") WHERE "tags" <> '[]';
