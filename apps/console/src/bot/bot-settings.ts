import type { BotRecord } from './use-bots.ts';

/** What the settings of a bot edit; numbers as they are typed. */
export interface BotSettings {
  name: string;
  description: string;
  language: string;
  url: string;
  webhook_url: string;
  webhook_enabled: boolean;
  /** Of the attributes, where an empty one is the engine's own. */
  match_threshold: string;
  handoff_after_fallbacks: string;
}

const attributeNames = ['match_threshold', 'handoff_after_fallbacks'] as const;

export function settingsOf(bot: BotRecord): BotSettings {
  const { name, description = '', language, url = '', webhook_url = '', webhook_enabled, attributes } = bot;
  const typed = (value: unknown) => (typeof value === 'number' ? String(value) : '');
  return {
    ...{ name, description, language, url, webhook_url, webhook_enabled },
    match_threshold: typed(attributes.match_threshold),
    handoff_after_fallbacks: typed(attributes.handoff_after_fallbacks),
  };
}

/** Changed settings as the API takes them: fields of the bot, and keys of its attributes. An emptied one is null. */
export function sentSettings(changes: Partial<BotSettings>) {
  const emptied = Object.entries(changes).map(([name, value]) => [name, value === '' ? null : value] as const);
  const isAttribute = (name: string) => attributeNames.some((known) => known === name);
  const attributes = emptied
    .filter(([name]) => isAttribute(name))
    .map(([name, value]) => [name, value === null ? null : Number(value)]);
  return {
    fields: Object.fromEntries(emptied.filter(([name]) => !isAttribute(name))) as Partial<BotSettings>,
    attributes: Object.fromEntries(attributes) as Record<string, unknown>,
  };
}
