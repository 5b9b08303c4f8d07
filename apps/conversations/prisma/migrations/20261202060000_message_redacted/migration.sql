ALTER TABLE "message" ADD COLUMN "redacted" JSON;
