import type { BotType } from '@parley/contracts';

import type { BotFields } from './bot.ts';

/** The fields of a bot in a request body, by wire name; an absent field stays unchanged. */
export interface BotWriting {
  name?: string | undefined;
  type?: BotType | undefined;
  external?: boolean | undefined;
  language?: string | undefined;
  description?: string | null | undefined;
  title?: string | null | undefined;
  short_description?: string | null | undefined;
  mainCategory?: string | null | undefined;
  url?: string | null | undefined;
  webhook_url?: string | null | undefined;
  webhook_enabled?: boolean | undefined;
  tags?: string[] | undefined;
  subtype?: string | undefined;
  agents_available?: boolean | undefined;
  public?: boolean | undefined;
  slug?: string | undefined;
  attributes?: Record<string, unknown> | undefined;
}

/** Maps wire names to ours; `external` applies only without `type`. */
export function fieldsOf(written: BotWriting): Partial<BotFields> {
  const { external } = written;
  const fields = {
    name: written.name,
    type: written.type ?? (external === undefined ? undefined : external ? 'external' : 'internal'),
    slug: written.slug,
    language: written.language,
    description: written.description,
    title: written.title,
    shortDescription: written.short_description,
    mainCategory: written.mainCategory,
    url: written.url,
    webhookUrl: written.webhook_url,
    webhookEnabled: written.webhook_enabled,
    attributes: written.attributes,
    tags: written.tags,
    subtype: written.subtype,
    agentsAvailable: written.agents_available,
    isPublic: written.public,
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
