-- People who came with an import that is not activated: discarding it removes them. Source: contract 90 section 4.1.
CREATE TABLE "imported_users" (
    "id_project" TEXT NOT NULL,
    "id_user" CHAR(24) NOT NULL,

    CONSTRAINT "imported_users_pkey" PRIMARY KEY ("id_project", "id_user")
);
