ALTER TABLE "users" ADD COLUMN "avatar" TEXT;

CREATE TABLE "avatars" (
    "id_user" CHAR(24) NOT NULL,
    "id_file" TEXT NOT NULL,
    "url" TEXT,

    CONSTRAINT "avatars_pkey" PRIMARY KEY ("id_user", "id_file")
);

ALTER TABLE "avatars" ADD CONSTRAINT "avatars_id_user_fkey"
    FOREIGN KEY ("id_user") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
