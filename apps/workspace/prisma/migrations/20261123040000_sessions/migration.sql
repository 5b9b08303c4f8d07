ALTER TABLE "tokens" ADD COLUMN "cookie_hash" BYTEA;

CREATE UNIQUE INDEX "tokens_cookie_hash_key" ON "tokens"("cookie_hash");
