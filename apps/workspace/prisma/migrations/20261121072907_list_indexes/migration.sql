-- One branch per role is read in the order of the list: a team is not looked for among its visitors.
CREATE INDEX "teammates_id_project_role_created_at_id_idx" ON "teammates"("id_project", "role", "created_at", "id");
CREATE INDEX "teammates_id_project_role_id_idx" ON "teammates"("id_project", "role", "id");
DROP INDEX "teammates_id_project_created_at_id_idx";

CREATE INDEX "groups_living_created_at_idx" ON "groups"("id_project", "created_at", "id") WHERE NOT "trashed";
CREATE INDEX "groups_living_updated_at_idx" ON "groups"("id_project", "updated_at", "id") WHERE NOT "trashed";
CREATE INDEX "groups_living_name_idx" ON "groups"("id_project", "name", "id") WHERE NOT "trashed";

CREATE INDEX "departments_id_project_created_at_id_idx" ON "departments"("id_project", "created_at", "id");
CREATE INDEX "departments_id_project_name_id_idx" ON "departments"("id_project", "name", "id");

CREATE INDEX "invitations_id_project_created_at_id_idx" ON "invitations"("id_project", "created_at", "id");
