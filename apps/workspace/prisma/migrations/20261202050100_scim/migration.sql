-- What a provider of identities calls the people and groups of a project (SCIM).
CREATE TABLE "scim_links" (
    "id_project" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "external_id" TEXT NOT NULL,

    CONSTRAINT "scim_links_pkey" PRIMARY KEY ("id_project", "kind", "id")
);

CREATE UNIQUE INDEX "scim_links_id_project_kind_external_id_key" ON "scim_links"("id_project", "kind", "external_id");
