-- The request in which the conversation goes on: {request_id, ticket_id}.
ALTER TABLE "request" ADD COLUMN "merged_into" JSONB;
CREATE FUNCTION "target_of"("record" JSONB) RETURNS TEXT LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT "record"->>'request_id'
$$;
CREATE INDEX "request_merged_idx" ON "request"("id_project", "target_of"("merged_into")) WHERE "merged_into" IS NOT NULL;

-- Both directions of a link are rows.
CREATE TABLE "request_link" (
  "id_project" TEXT COLLATE "C" NOT NULL,
  -- `_id`s of the two requests.
  "request" TEXT COLLATE "C" NOT NULL,
  "other" TEXT COLLATE "C" NOT NULL,
  CONSTRAINT "request_link_pkey" PRIMARY KEY ("id_project", "request", "other")
);
