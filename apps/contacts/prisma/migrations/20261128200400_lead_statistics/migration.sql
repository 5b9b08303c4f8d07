-- Until leads are analyzed again, the planner knows nothing of their words.
DO $$ BEGIN
  IF EXISTS (SELECT FROM "lead") THEN ANALYZE "lead"; END IF;
END $$;
