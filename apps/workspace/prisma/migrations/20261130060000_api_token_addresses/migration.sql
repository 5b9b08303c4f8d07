-- The addresses that a token was last used from, the newest at the end.
ALTER TABLE "api_tokens" ADD COLUMN "used_from" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[];
