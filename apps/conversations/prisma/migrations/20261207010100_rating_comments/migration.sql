-- Comments of ratings, by the time of the rating.
CREATE INDEX CONCURRENTLY "request_comment_idx" ON "request"("id_project", (coalesce("rated_at", "closed_at", "created_at")), "id")
  WHERE "rating_message" <> '';
