-- One index for the key and for what a search asks of each request: a new request writes one less.
CREATE UNIQUE INDEX "request_key" ON "request"("id_project", "id") INCLUDE ("status", "preflight");
ALTER TABLE "request" DROP CONSTRAINT "request_pkey",
  ADD CONSTRAINT "request_pkey" PRIMARY KEY USING INDEX "request_key";
DROP INDEX "request_found_idx";
