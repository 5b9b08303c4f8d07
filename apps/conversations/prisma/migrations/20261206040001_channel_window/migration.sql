-- Until when the channel takes free text: {closes_at?, templates_only}.
ALTER TABLE "request" ADD COLUMN "channel_window" JSONB;
