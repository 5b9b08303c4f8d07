-- Events of messages name their request: the payloads that promise all of it get it when their first call is prepared.
ALTER TABLE "delivery" ADD COLUMN "missing_request" TEXT;
