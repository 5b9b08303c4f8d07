ALTER TABLE "message" ADD COLUMN "error" JSON;
