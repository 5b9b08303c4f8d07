-- An erasure forgets the answers about a request.
ALTER TABLE "answered_call" ADD COLUMN "request_id" TEXT NOT NULL DEFAULT '';
