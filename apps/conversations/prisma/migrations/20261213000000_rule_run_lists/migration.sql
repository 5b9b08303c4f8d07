-- Lists say that they ask for times, and only they can use these indexes. Without statistics, as on a new table, the planner took them as gladly
-- as the unique ones for the run of one event, and read all runs of the rule. Only the job that runs rules waits while they are made.
DROP INDEX "rule_run_request_idx";
DROP INDEX "rule_run_rule_idx";
CREATE INDEX "rule_run_request_idx" ON "rule_run"("id_project", "request", "created_at") WHERE "created_at" > '2000-01-01Z';
CREATE INDEX "rule_run_rule_idx" ON "rule_run"("id_project", "rule", "created_at") WHERE "created_at" > '2000-01-01Z';
