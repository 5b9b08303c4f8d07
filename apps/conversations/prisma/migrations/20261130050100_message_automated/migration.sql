ALTER TABLE "message" ADD COLUMN "automated" BOOLEAN;
