ALTER TABLE "bot" ADD COLUMN "avatar" TEXT;

CREATE TABLE "bot_avatar" (
    "id_project" TEXT NOT NULL,
    "id_bot" TEXT NOT NULL,
    "id_file" TEXT NOT NULL,
    "url" TEXT,

    CONSTRAINT "bot_avatar_pkey" PRIMARY KEY ("id_project", "id_bot", "id_file")
);

ALTER TABLE "bot_avatar" ADD CONSTRAINT "bot_avatar_id_project_id_bot_fkey"
    FOREIGN KEY ("id_project", "id_bot") REFERENCES "bot"("id_project", "id") ON DELETE CASCADE ON UPDATE CASCADE;
