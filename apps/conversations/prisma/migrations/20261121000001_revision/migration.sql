-- Whether what a replica remembers of a request still holds is told by its revision, which grows with every write to its row,
-- and by the clock of the copies that many requests share.
ALTER TABLE "request_head" ADD COLUMN "revision" INTEGER NOT NULL DEFAULT 0;

CREATE TABLE "copy_clock" (
    "id_project" TEXT COLLATE "C" NOT NULL,
    "ticks" BIGINT NOT NULL DEFAULT 1,

    CONSTRAINT "copy_clock_pkey" PRIMARY KEY ("id_project")
);

-- A trigger, so that no writer of a copy can forget it. Visitors are counted by their own record: they come by the minute.
CREATE FUNCTION "copy_clock_tick"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO copy_clock (id_project) VALUES (NEW.id_project)
  ON CONFLICT (id_project) DO UPDATE SET ticks = copy_clock.ticks + 1;
  RETURN NULL;
END $$;

CREATE TRIGGER "copy_clock_tick" AFTER INSERT OR UPDATE ON "copy_department"
  FOR EACH ROW EXECUTE FUNCTION "copy_clock_tick"();
CREATE TRIGGER "copy_clock_tick" AFTER INSERT OR UPDATE ON "copy_bot"
  FOR EACH ROW EXECUTE FUNCTION "copy_clock_tick"();
CREATE TRIGGER "copy_clock_tick" AFTER INSERT OR UPDATE ON "copy_teammate"
  FOR EACH ROW WHEN (NOT NEW.record ? 'uuid_user') EXECUTE FUNCTION "copy_clock_tick"();
