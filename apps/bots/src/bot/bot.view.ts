import type { BotView } from '@parley/contracts';

import { type Bot, isExternal, isTrashed, type JsonObject } from './bot.ts';

/** The view for admins: everything but the secret. */
export function viewOf(bot: Bot): BotView {
  const optional = {
    avatar: bot.avatar,
    description: bot.description,
    title: bot.title,
    short_description: bot.shortDescription,
    mainCategory: bot.mainCategory,
    url: bot.url,
    webhook_url: bot.webhookUrl,
    trashedAt: bot.trashedAt?.toISOString(),
    root_id: bot.rootId,
    release_note: bot.releaseNote,
    publishedBy: bot.publishedBy,
    publishedAt: bot.publishedAt?.toISOString(),
    published_id: bot.publishedId,
    published_version: bot.publishedVersion,
  };
  return {
    _id: bot.id,
    id: bot.id,
    id_project: bot.projectId,
    name: bot.name,
    type: bot.type,
    external: isExternal(bot),
    slug: bot.slug,
    language: bot.language,
    ...Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== null && value !== undefined)),
    webhook_enabled: bot.webhookEnabled,
    attributes: bot.attributes,
    tags: bot.tags,
    subtype: bot.subtype,
    agents_available: bot.agentsAvailable,
    public: bot.isPublic,
    trashed: isTrashed(bot),
    modified: bot.modified,
    ...{ certified: false, trained: true, score: 0, intentsEngine: 'none', certifiedTags: [] },
    createdBy: bot.createdBy,
    createdAt: bot.createdAt.toISOString(),
    updatedAt: bot.updatedAt.toISOString(),
    __v: bot.version,
  };
}

/** The view for agents: without addresses and keys. */
export function agentViewOf(bot: Bot): BotView {
  const { url: _url, webhook_url: _webhookUrl, attributes, ...view } = viewOf(bot);
  return { ...view, attributes: withoutGlobals(attributes) } as BotView;
}

export function withoutGlobals(attributes: JsonObject): JsonObject {
  const { globals: _globals, ...shown } = attributes;
  return shown;
}

/** The gRPC message of a bot: what agents may see. */
export function messageOf(bot: Bot) {
  const { id, name, version } = bot;
  return { id, name, version, trashed: isTrashed(bot), recordJson: JSON.stringify(agentViewOf(bot)) };
}
