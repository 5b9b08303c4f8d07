-- The few projects whose requests are watched every two seconds.
CREATE INDEX "copy_project_reassigning_idx" ON "copy_project"("id_project")
  WHERE NOT "deleted" AND "record"->'settings'->'reassignment_on' = 'true';
