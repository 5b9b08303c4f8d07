-- AlterTable
ALTER TABLE "message_fact" ADD COLUMN "sender_name" TEXT;
