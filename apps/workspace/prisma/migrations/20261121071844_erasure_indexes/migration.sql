-- The way from a project to its memberships, and to those of its tokens that were revoked. The others have theirs
-- (tokens_live_of_project_idx), so that issuing a token costs no more than before.
CREATE INDEX "memberships_id_project_idx" ON "memberships"("id_project");
CREATE INDEX "tokens_revoked_of_project_idx" ON "tokens"("id_project")
    WHERE "revoked_at" IS NOT NULL AND "id_project" <> '000000000000000000000000';
