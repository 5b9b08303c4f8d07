-- When the requester last rated. Of ratings from before it is not known.
ALTER TABLE "request" ADD COLUMN "rated_at" TIMESTAMPTZ(3);
