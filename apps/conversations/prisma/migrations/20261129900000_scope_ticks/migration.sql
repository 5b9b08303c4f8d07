-- Groups and settings decide, too, which requests an agent sees: a cached decision holds until the clock of the copies ticks.
CREATE TRIGGER "copy_clock_tick" AFTER INSERT OR UPDATE ON "copy_group"
  FOR EACH ROW EXECUTE FUNCTION "copy_clock_tick"();
CREATE TRIGGER "copy_clock_tick" AFTER INSERT OR UPDATE ON "copy_project"
  FOR EACH ROW EXECUTE FUNCTION "copy_clock_tick"();
