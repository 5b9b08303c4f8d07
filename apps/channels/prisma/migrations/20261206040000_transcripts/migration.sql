ALTER TABLE "thread" ADD COLUMN "lead_id" TEXT COLLATE "C";
CREATE INDEX "thread_id_project_lead_id_idx" ON "thread"("id_project", "lead_id");
