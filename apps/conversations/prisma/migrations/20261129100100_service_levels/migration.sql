CREATE TABLE "sla_policy" (
  "id_project" TEXT COLLATE "C" NOT NULL,
  "id" TEXT COLLATE "C" NOT NULL,
  "version" INTEGER NOT NULL DEFAULT 0,
  "position" INTEGER NOT NULL,
  "record" JSONB NOT NULL,
  CONSTRAINT "sla_policy_pkey" PRIMARY KEY ("id_project", "id")
);

-- The version of a project's policies and hours; a project without a policy has none, and costs nothing.
CREATE TABLE "automation_config" (
  "id_project" TEXT COLLATE "C" NOT NULL,
  "version" INTEGER NOT NULL,
  CONSTRAINT "automation_config_pkey" PRIMARY KEY ("id_project")
);
CREATE TRIGGER "copy_clock_tick" AFTER INSERT OR UPDATE ON "automation_config"
  FOR EACH ROW EXECUTE FUNCTION "copy_clock_tick"();

-- The hours of a project, each valid from its instant on: what was counted by earlier ones stays counted.
CREATE TABLE "hours_version" (
  "id_project" TEXT COLLATE "C" NOT NULL,
  "version" INTEGER NOT NULL,
  "since" TIMESTAMPTZ(3) NOT NULL,
  "hours" JSONB NOT NULL,
  CONSTRAINT "hours_version_pkey" PRIMARY KEY ("id_project", "version")
);

-- Holidays of workspace; the hours of a project are made of them, too.
CREATE TABLE "copy_holiday" (
  "id_project" TEXT COLLATE "C" NOT NULL,
  "id" TEXT COLLATE "C" NOT NULL,
  "version" INTEGER NOT NULL,
  "deleted" BOOLEAN NOT NULL DEFAULT false,
  "record" JSONB NOT NULL,
  CONSTRAINT "copy_holiday_pkey" PRIMARY KEY ("id_project", "id")
);

-- The service levels of a request; one without any has no row.
CREATE TABLE "service_level" (
  "id_project" TEXT COLLATE "C" NOT NULL,
  "request" TEXT COLLATE "C" NOT NULL,
  "record" JSONB NOT NULL,
  "policy" TEXT COLLATE "C",
  "state" TEXT,
  CONSTRAINT "service_level_pkey" PRIMARY KEY ("id_project", "request")
);
CREATE INDEX "service_level_overdue_idx" ON "service_level"("id_project", "request") WHERE "state" = 'overdue';

ALTER TABLE "request_head" ADD COLUMN "last_requester_at" TIMESTAMPTZ(3), ADD COLUMN "last_team_at" TIMESTAMPTZ(3),
  ADD COLUMN "due_at" TIMESTAMPTZ(3);
CREATE INDEX "request_head_due_idx" ON "request_head"("id_project", "due_at", "id") WHERE "due_at" IS NOT NULL;
