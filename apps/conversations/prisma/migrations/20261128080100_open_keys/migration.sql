-- What open requests are filtered by, each as a key with its kind: participants, followers, tags, the lead, the lead's own id and
-- e-mail as they were at the start, and channels other than the common one. One index has the keys of open requests alone, so that a
-- filter costs what it finds, however many requests are open or closed.
CREATE FUNCTION "keys_of"("participants" TEXT[], "followers" TEXT[], "tags" JSONB, "lead_id" TEXT, "snapshot" JSONB, "channel" TEXT)
RETURNS TEXT[] LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE COST 1000 AS $$
DECLARE
  keys TEXT[] := ARRAY['l:' || "lead_id"];
  one TEXT;
BEGIN
  FOREACH one IN ARRAY "participants" LOOP keys := keys || ('p:' || one); END LOOP;
  FOREACH one IN ARRAY "followers" LOOP keys := keys || ('f:' || one); END LOOP;
  IF "channel" <> 'chat21' THEN keys := keys || ('c:' || "channel"); END IF;
  IF jsonb_array_length("tags") > 0 THEN
    keys := keys || ARRAY(SELECT 't:' || lower(t->>'tag') FROM jsonb_array_elements("tags") t WHERE t->>'tag' IS NOT NULL);
  END IF;
  one := "snapshot"->'lead'->>'lead_id';
  IF one IS NOT NULL THEN keys := keys || ('i:' || one); END IF;
  one := "snapshot"->'lead'->>'email';
  IF one IS NOT NULL THEN keys := keys || ('e:' || lower(one)); END IF;
  RETURN keys;
END $$;

CREATE INDEX "request_open_keys_idx" ON "request" USING gin
  ("id_project", "keys_of"("participants", "followers", "tags", "lead_id", "snapshot", "channel"))
  WITH (fastupdate = on, gin_pending_list_limit = 64) WHERE "status" < 1000 AND NOT "preflight";

-- Leads by their e-mail address: conversations are found by the one that their lead has now.
CREATE INDEX "copy_lead_email_idx" ON "copy_lead"("id_project", lower("record"->>'email')) WHERE "record"->>'email' IS NOT NULL;
