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
type Name = keyof BotSettings;

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

/** What differs: fields of the bot, and keys of its attributes, as the API takes them. An emptied one is null. */
export function settingChanges(base: BotSettings, settings: BotSettings) {
  const names = (Object.keys(settings) as Name[]).filter((name) => base[name] !== settings[name]);
  const isAttribute = (name: Name) => attributeNames.some((known) => known === name);
  const fields = names
    .filter((name) => !isAttribute(name))
    .map((name) => [name, settings[name] === '' ? null : settings[name]]);
  const attributes = names
    .filter(isAttribute)
    .map((name) => [name, settings[name] === '' ? null : Number(settings[name])]);
  return {
    names,
    fields: Object.fromEntries(fields) as Partial<BotSettings>,
    attributes: Object.fromEntries(attributes) as Record<string, unknown>,
  };
}
