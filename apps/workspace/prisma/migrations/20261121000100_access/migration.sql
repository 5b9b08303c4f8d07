CREATE TABLE "tokens" (
    "jti" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "sub" TEXT NOT NULL,
    "aud" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "principal_id" TEXT NOT NULL,
    "id_project" TEXT NOT NULL,
    "method" TEXT NOT NULL,
    "parent" TEXT,
    "ip" TEXT,
    "user_agent" TEXT,
    "revoked_at" TIMESTAMPTZ(3),
    "revoked_reason" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "tokens_pkey" PRIMARY KEY ("jti")
);

CREATE UNIQUE INDEX "tokens_id_key" ON "tokens"("id");
CREATE INDEX "tokens_kind_principal_id_id_project_created_at_id_idx"
    ON "tokens"("kind", "principal_id", "id_project", "created_at", "id");
CREATE INDEX "tokens_kind_principal_id_id_project_expires_at_id_idx"
    ON "tokens"("kind", "principal_id", "id_project", "expires_at", "id");
CREATE INDEX "tokens_expires_at_idx" ON "tokens"("expires_at");
CREATE INDEX "tokens_parent_idx" ON "tokens"("parent") WHERE "parent" IS NOT NULL;
-- All tokens bound to a project end with its secret or with itself.
CREATE INDEX "tokens_live_of_project_idx" ON "tokens"("id_project", "method")
    WHERE "revoked_at" IS NULL AND "id_project" <> '000000000000000000000000';

CREATE TABLE "projects" (
    "id_project" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "status" SMALLINT NOT NULL DEFAULT 100,
    "active_operating_hours" BOOLEAN NOT NULL DEFAULT false,
    "operating_hours" TEXT,
    "time_slots" JSONB,
    "settings" JSONB NOT NULL DEFAULT '{}',
    "widget" JSONB NOT NULL DEFAULT '{}',
    "attributes" JSONB NOT NULL DEFAULT '{}',
    "versions" JSONB,
    "channels" JSONB NOT NULL DEFAULT '[{"name":"chat21"}]',
    "ip_filter_enabled" BOOLEAN NOT NULL DEFAULT false,
    "ip_filter" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "ip_filter_deny_enabled" BOOLEAN NOT NULL DEFAULT false,
    "ip_filter_deny" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "roster_version" INTEGER NOT NULL DEFAULT 0,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "projects_pkey" PRIMARY KEY ("id_project")
);

CREATE TABLE "project_secrets" (
    "id_project" TEXT NOT NULL,
    "sealed" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "project_secrets_pkey" PRIMARY KEY ("id_project")
);

CREATE TABLE "project_bans" (
    "id_project" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "principal_id" TEXT,
    "ip" TEXT,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "project_bans_pkey" PRIMARY KEY ("id_project", "id"),
    CONSTRAINT "project_bans_name_somebody" CHECK ("principal_id" IS NOT NULL OR "ip" IS NOT NULL)
);

CREATE TABLE "teammates" (
    "id_project" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "id_user" CHAR(24),
    "uuid_user" TEXT,
    "role" TEXT,
    "user_available" BOOLEAN NOT NULL DEFAULT true,
    "profile_status" TEXT,
    "max_served_chat" INTEGER,
    "attributes" JSONB NOT NULL DEFAULT '{}',
    "settings" JSONB NOT NULL DEFAULT '{}',
    "tags" JSONB NOT NULL DEFAULT '[]',
    "status" TEXT NOT NULL DEFAULT 'active',
    "trashed" BOOLEAN NOT NULL DEFAULT false,
    "last_login_at" TIMESTAMPTZ(3),
    "presence_status" TEXT NOT NULL DEFAULT 'offline',
    "presence_changed_at" TIMESTAMPTZ(3),
    "firstname" TEXT,
    "lastname" TEXT,
    "email" TEXT,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "teammates_pkey" PRIMARY KEY ("id_project", "id"),
    CONSTRAINT "teammates_user_or_visitor" CHECK (("id_user" IS NULL) <> ("uuid_user" IS NULL))
);

CREATE UNIQUE INDEX "teammates_id_project_id_user_key" ON "teammates"("id_project", "id_user");
CREATE UNIQUE INDEX "teammates_id_project_uuid_user_key" ON "teammates"("id_project", "uuid_user");
CREATE INDEX "teammates_id_project_created_at_id_idx" ON "teammates"("id_project", "created_at", "id");
-- Visitors outnumber a team by far: what asks for the team must not walk past them.
CREATE INDEX "teammates_team_idx" ON "teammates"("id_project", "id") WHERE "id_user" IS NOT NULL;

CREATE TABLE "memberships" (
    "id_user" CHAR(24) NOT NULL,
    "id_project" TEXT NOT NULL,
    "id_teammate" TEXT NOT NULL,

    CONSTRAINT "memberships_pkey" PRIMARY KEY ("id_user", "id_project")
);

CREATE TABLE "invitations" (
    "id_project" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "user_available" BOOLEAN NOT NULL DEFAULT true,
    "firstname" TEXT,
    "lastname" TEXT,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "invitations_pkey" PRIMARY KEY ("id_project", "id")
);

CREATE UNIQUE INDEX "invitations_id_project_email_key" ON "invitations"("id_project", "email");

CREATE TABLE "invitation_codes" (
    "code_hash" BYTEA NOT NULL,
    "id_project" TEXT NOT NULL,
    "id_invitation" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_by" CHAR(24),

    CONSTRAINT "invitation_codes_pkey" PRIMARY KEY ("code_hash")
);

CREATE INDEX "invitation_codes_email_idx" ON "invitation_codes"("email");
CREATE INDEX "invitation_codes_id_project_id_invitation_idx" ON "invitation_codes"("id_project", "id_invitation");

CREATE TABLE "departments" (
    "id_project" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT,
    "routing" TEXT NOT NULL,
    "id_bot" TEXT,
    "bot_only" BOOLEAN,
    "id_group" TEXT,
    "groups" JSONB NOT NULL DEFAULT '[]',
    "online_msg" TEXT,
    "offline_msg" TEXT,
    "is_default" BOOLEAN NOT NULL DEFAULT false,
    "status" SMALLINT NOT NULL DEFAULT 1,
    "tags" JSONB NOT NULL DEFAULT '[]',
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "departments_pkey" PRIMARY KEY ("id_project", "id")
);

CREATE UNIQUE INDEX "departments_default_key" ON "departments"("id_project") WHERE "is_default";

CREATE TABLE "groups" (
    "id_project" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "trashed" BOOLEAN NOT NULL DEFAULT false,
    "attributes" JSONB NOT NULL DEFAULT '{}',
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "groups_pkey" PRIMARY KEY ("id_project", "id")
);

CREATE TABLE "group_members" (
    "id_project" TEXT NOT NULL,
    "id_group" TEXT NOT NULL,
    "id_user" CHAR(24) NOT NULL,

    CONSTRAINT "group_members_pkey" PRIMARY KEY ("id_project", "id_group", "id_user")
);

CREATE INDEX "group_members_id_project_id_user_idx" ON "group_members"("id_project", "id_user");
