-- CreateTable
CREATE TABLE "request" (
    "id_project" TEXT COLLATE "C" NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "request_id" TEXT COLLATE "C" NOT NULL,
    "ticket_id" BIGINT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "created_by" TEXT NOT NULL,
    "status" SMALLINT NOT NULL,
    "preflight" BOOLEAN NOT NULL DEFAULT false,
    "draft" BOOLEAN NOT NULL DEFAULT false,
    "imported" BOOLEAN NOT NULL DEFAULT false,
    "smart_assignment" BOOLEAN NOT NULL DEFAULT true,
    "working_status" TEXT,
    "requester" TEXT COLLATE "C" NOT NULL,
    "requester_teammate" TEXT,
    "lead_id" TEXT COLLATE "C" NOT NULL,
    "contact" JSONB NOT NULL,
    "first_text" TEXT NOT NULL,
    "subject" TEXT,
    "language" TEXT,
    "source_page" TEXT,
    "user_agent" TEXT,
    "channel" TEXT NOT NULL,
    "channel_outbound" TEXT NOT NULL,
    "priority" TEXT NOT NULL DEFAULT 'normal',
    "location" JSONB,
    "attributes" JSONB NOT NULL,
    "department_id" TEXT COLLATE "C",
    "participants" TEXT[] NOT NULL,
    "has_bot" BOOLEAN NOT NULL DEFAULT false,
    "followers" TEXT[] NOT NULL,
    "tags" JSONB NOT NULL,
    "notes" JSONB NOT NULL,
    "snapshot" JSONB NOT NULL,
    "rating" DOUBLE PRECISION,
    "rating_message" TEXT,
    "waiting_time" BIGINT,
    "first_response_at" TIMESTAMPTZ(3),
    "assigned_at" TIMESTAMPTZ(3),
    "closed_at" TIMESTAMPTZ(3),
    "closed_by" TEXT,
    "duration" BIGINT,
    "abandoned_by" JSONB NOT NULL,
    "waiting_since" TIMESTAMPTZ(3) NOT NULL,
    "queue_after" TIMESTAMPTZ(3),
    "human_served" BOOLEAN NOT NULL DEFAULT false,
    "requester_first_at" TIMESTAMPTZ(3),
    "history_seq" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "request_pkey" PRIMARY KEY ("id_project","id")
);

-- CreateTable
CREATE TABLE "request_head" (
    "id_project" TEXT COLLATE "C" NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 0,
    "last_seq" INTEGER NOT NULL DEFAULT 0,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "active_at" TIMESTAMPTZ(3) NOT NULL,
    "bot_streak" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "request_head_pkey" PRIMARY KEY ("id_project","id")
);

-- CreateTable
CREATE TABLE "message" (
    "id_project" TEXT COLLATE "C" NOT NULL,
    "request" TEXT COLLATE "C" NOT NULL,
    "seq" INTEGER NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "created_by" TEXT NOT NULL,
    "sender" TEXT NOT NULL,
    "sender_fullname" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "metadata" JSON,
    "attributes" JSON NOT NULL,
    "status" SMALLINT NOT NULL,
    "language" TEXT,
    "channel" TEXT NOT NULL,
    "external_id" TEXT,
    "imported" BOOLEAN NOT NULL DEFAULT false,
    "audience" TEXT NOT NULL,

    CONSTRAINT "message_pkey" PRIMARY KEY ("id_project","request","seq")
);

-- CreateTable
CREATE TABLE "message_external_id" (
    "id_project" TEXT COLLATE "C" NOT NULL,
    "request" TEXT COLLATE "C" NOT NULL,
    "channel" TEXT NOT NULL,
    "external_id" TEXT NOT NULL,
    "seq" INTEGER NOT NULL,

    CONSTRAINT "message_external_id_pkey" PRIMARY KEY ("id_project","request","channel","external_id")
);

-- CreateTable
CREATE TABLE "request_history" (
    "id_project" TEXT COLLATE "C" NOT NULL,
    "request" TEXT COLLATE "C" NOT NULL,
    "seq" INTEGER NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "event" TEXT NOT NULL,
    "verb" TEXT NOT NULL,
    "actor" JSON NOT NULL,
    "action_obj" JSON NOT NULL,
    "status_from" SMALLINT,
    "status_to" SMALLINT NOT NULL,
    "decision" JSON,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "request_history_pkey" PRIMARY KEY ("id_project","request","seq")
);

-- CreateTable
CREATE TABLE "seat" (
    "id_project" TEXT COLLATE "C" NOT NULL,
    "id_user" TEXT COLLATE "C" NOT NULL,
    "held" INTEGER NOT NULL DEFAULT 0,
    "last_assigned_at" TIMESTAMPTZ(3),

    CONSTRAINT "seat_pkey" PRIMARY KEY ("id_project","id_user")
);

-- CreateTable
CREATE TABLE "ticket_counter" (
    "id_project" TEXT COLLATE "C" NOT NULL,
    "last" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "ticket_counter_pkey" PRIMARY KEY ("id_project")
);

-- CreateTable
CREATE TABLE "copy_project" (
    "id_project" TEXT COLLATE "C" NOT NULL,
    "version" INTEGER NOT NULL,
    "deleted" BOOLEAN NOT NULL DEFAULT false,
    "record" JSONB NOT NULL,

    CONSTRAINT "copy_project_pkey" PRIMARY KEY ("id_project")
);

-- CreateTable
CREATE TABLE "copy_teammate" (
    "id_project" TEXT COLLATE "C" NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "principal" TEXT COLLATE "C" NOT NULL,
    "version" INTEGER NOT NULL,
    "deleted" BOOLEAN NOT NULL DEFAULT false,
    "record" JSONB NOT NULL,

    CONSTRAINT "copy_teammate_pkey" PRIMARY KEY ("id_project","id")
);

-- CreateTable
CREATE TABLE "copy_group" (
    "id_project" TEXT COLLATE "C" NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "version" INTEGER NOT NULL,
    "deleted" BOOLEAN NOT NULL DEFAULT false,
    "record" JSONB NOT NULL,

    CONSTRAINT "copy_group_pkey" PRIMARY KEY ("id_project","id")
);

-- CreateTable
CREATE TABLE "copy_department" (
    "id_project" TEXT COLLATE "C" NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "version" INTEGER NOT NULL,
    "deleted" BOOLEAN NOT NULL DEFAULT false,
    "record" JSONB NOT NULL,

    CONSTRAINT "copy_department_pkey" PRIMARY KEY ("id_project","id")
);

-- CreateTable
CREATE TABLE "copy_lead" (
    "id_project" TEXT COLLATE "C" NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "lead_id" TEXT COLLATE "C" NOT NULL,
    "version" INTEGER NOT NULL,
    "deleted" BOOLEAN NOT NULL DEFAULT false,
    "record" JSONB NOT NULL,

    CONSTRAINT "copy_lead_pkey" PRIMARY KEY ("id_project","id")
);

-- CreateTable
CREATE TABLE "copy_bot" (
    "id_project" TEXT COLLATE "C" NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "version" INTEGER NOT NULL,
    "deleted" BOOLEAN NOT NULL DEFAULT false,
    "record" JSONB NOT NULL,

    CONSTRAINT "copy_bot_pkey" PRIMARY KEY ("id_project","id")
);

-- CreateTable
CREATE TABLE "copy_labels" (
    "id_project" TEXT COLLATE "C" NOT NULL,
    "version" INTEGER NOT NULL,
    "deleted" BOOLEAN NOT NULL DEFAULT false,
    "record" JSONB NOT NULL,

    CONSTRAINT "copy_labels_pkey" PRIMARY KEY ("id_project")
);

-- CreateIndex
CREATE INDEX "request_id_project_created_at_id_idx" ON "request"("id_project", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "request_id_project_requester_created_at_id_idx" ON "request"("id_project", "requester", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "request_id_project_lead_id_created_at_id_idx" ON "request"("id_project", "lead_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "request_id_project_department_id_created_at_id_idx" ON "request"("id_project", "department_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "request_id_project_request_id_key" ON "request"("id_project", "request_id");

-- CreateIndex
CREATE UNIQUE INDEX "request_id_project_ticket_id_key" ON "request"("id_project", "ticket_id");

-- CreateIndex
CREATE INDEX "request_head_id_project_updated_at_id_idx" ON "request_head"("id_project", "updated_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "message_id_project_id_idx" ON "message"("id_project", "id");

-- CreateIndex
CREATE INDEX "copy_teammate_id_project_principal_idx" ON "copy_teammate"("id_project", "principal");

-- CreateIndex
CREATE UNIQUE INDEX "copy_lead_id_project_lead_id_key" ON "copy_lead"("id_project", "lead_id");

-- Open requests, the default list.
CREATE INDEX "request_open_idx" ON "request"("id_project", "created_at" DESC, "id" DESC) WHERE "status" < 1000 AND NOT "preflight";

-- The queue: requests that wait, oldest first.
CREATE INDEX "request_queue_idx" ON "request"("id_project", "waiting_since", "id")
  WHERE "status" IN (100, 150) AND NOT "preflight" AND "smart_assignment";
