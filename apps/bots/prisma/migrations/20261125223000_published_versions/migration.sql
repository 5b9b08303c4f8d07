ALTER TABLE "bot" ADD COLUMN "published_version" INTEGER;

-- Copies that are no longer kept are not counted: the oldest one that is left is version 1.
UPDATE "bot" b SET "published_version" = c.number
FROM (
    SELECT id_project, id, row_number() OVER (PARTITION BY id_project, root_id ORDER BY created_at, id) AS number
    FROM "bot" WHERE root_id IS NOT NULL
) c
WHERE c.id_project = b.id_project AND c.id = b.id;

UPDATE "bot" b SET "published_version" = c.published_version
FROM "bot" c
WHERE c.id_project = b.id_project AND c.id = b.published_id;
