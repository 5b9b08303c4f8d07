-- Counts of all requests of a project, or of some departments of it, read this index alone.
CREATE INDEX "request_count_idx" ON "request"("id_project", "department_id", "status") WHERE NOT "preflight";

-- Whose requests they are: what an agent sees beyond his departments, and the filters by participant.
CREATE INDEX "request_people_idx" ON "request" USING gin ("id_project", "participants", "followers") WITH (fastupdate = off);
