-- Who sees what depends on groups and settings, too: with them, the clock of the copies says whether anybody's sight may have changed.
CREATE TRIGGER "copy_clock_tick" AFTER INSERT OR UPDATE ON "copy_group"
  FOR EACH ROW EXECUTE FUNCTION "copy_clock_tick"();
CREATE TRIGGER "copy_clock_tick" AFTER INSERT OR UPDATE ON "copy_project"
  FOR EACH ROW EXECUTE FUNCTION "copy_clock_tick"();
