ALTER TABLE "thread" ADD COLUMN "merged_into" TEXT;
ALTER TABLE "thread" ADD COLUMN "id_request" TEXT;
CREATE INDEX "thread_id_project_merged_into_idx" ON "thread"("id_project", "merged_into");
