-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateTable
CREATE TABLE "shelf" (
    "id_project" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "size" BIGINT NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "shelf_pkey" PRIMARY KEY ("id_project","id")
);

-- CreateTable
CREATE TABLE "book" (
    "id_project" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "id_shelf" TEXT NOT NULL,
    "title" TEXT NOT NULL,

    CONSTRAINT "book_pkey" PRIMARY KEY ("id_project","id")
);

-- CreateIndex
CREATE UNIQUE INDEX "shelf_id_project_name_key" ON "shelf"("id_project", "name");

-- AddForeignKey
ALTER TABLE "book" ADD CONSTRAINT "book_id_project_id_shelf_fkey" FOREIGN KEY ("id_project", "id_shelf") REFERENCES "shelf"("id_project", "id") ON DELETE CASCADE ON UPDATE CASCADE;
