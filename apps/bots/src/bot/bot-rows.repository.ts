import type { Prisma } from '../generated/prisma/client.ts';
import type { Bot } from './bot.ts';

/** The select list that makes a `Bot`: column names are the members' names. */
export const botColumns = `b.id_project as "projectId", b.id, b.root_id as "rootId", b.name, b.type, b.slug, b.language, b.description, b.title,
  b.short_description as "shortDescription", b.main_category as "mainCategory", b.url, b.webhook_url as "webhookUrl",
  b.webhook_enabled as "webhookEnabled", b.attributes, b.tags, b.subtype, b.agents_available as "agentsAvailable",
  b.is_public as "isPublic", b.trashed_at as "trashedAt", b.modified, b.published_id as "publishedId",
  b.release_note as "releaseNote", b.published_by as "publishedBy", b.published_at as "publishedAt", b.secret,
  b.previous_secret as "previousSecret", b.previous_secret_until as "previousSecretUntil", b.created_by as "createdBy",
  b.created_at as "createdAt", b.updated_at as "updatedAt", b.version, b.avatar`;

/** The row as Prisma writes it. */
export function rowOf({ projectId, attributes, publishedBy, ...bot }: Bot): Prisma.BotCreateManyInput {
  return {
    ...bot,
    idProject: projectId,
    attributes: attributes as Prisma.InputJsonObject,
    ...(publishedBy && { publishedBy: { ...publishedBy } }),
  };
}

export const isLive = 'b.trashed_at is null and b.root_id is null';
