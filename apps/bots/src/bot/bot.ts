import { isDeepStrictEqual } from 'node:util';

import {
  type AppError,
  type BotType,
  type BotView,
  botDeleted,
  botErrors,
  botTrashed,
  botUpdated,
  type DomainEvent,
  jsonBytes,
  validationFailed,
} from '@parley/contracts';

import { freeSlug } from './slug.ts';

type JsonObject = Record<string, unknown>;

/** The user who published a copy, as of the publication. */
export interface Publisher {
  _id: string;
  firstname?: string;
  lastname?: string;
  email?: string;
}

/** The fields of a bot that callers may write; `null` is no value. */
export interface BotFields {
  name: string;
  type: BotType;
  slug: string;
  language: string;
  description: string | null;
  title: string | null;
  shortDescription: string | null;
  mainCategory: string | null;
  url: string | null;
  webhookUrl: string | null;
  webhookEnabled: boolean;
  attributes: JsonObject;
  tags: string[];
  subtype: string;
  agentsAvailable: boolean;
  isPublic: boolean;
}

/** A bot of a project, or a published copy of one. */
export interface Bot extends BotFields {
  id: string;
  projectId: string;
  /** On a copy: the bot it was published from. */
  rootId: string | null;
  trashedAt: Date | null;
  /** Edited since the last publication. */
  modified: boolean;
  publishedId: string | null;
  /** Of a copy its number, beginning with 1; of an original that of its newest copy. */
  publishedVersion: number | null;
  releaseNote: string | null;
  publishedBy: Publisher | null;
  publishedAt: Date | null;
  /** Sealed; copies have none. */
  secret: string | null;
  previousSecret: string | null;
  previousSecretUntil: Date | null;
  /** Address of the photo's thumbnail; of a copy, that of its original. */
  avatar: string | null;
  createdBy: string;
  createdAt: Date;
  updatedAt: Date;
  version: number;
}

export interface BotChange {
  next: Bot;
  events: DomainEvent[];
}

/** Bot ids by slug, for the bots of a project outside the trash. */
export type Slugs = ReadonlyMap<string, string>;

const maxBytes = 102_400;

export function isExternal({ type }: Pick<Bot, 'type'>): boolean {
  return type === 'external';
}

/** Whether the API shows the bot as trashed; copies always are. */
export function isTrashed({ trashedAt, rootId }: Pick<Bot, 'trashedAt' | 'rootId'>): boolean {
  return trashedAt !== null || rootId !== null;
}

/** Builds a new bot. @param mayBeSilent allows an external bot without a URL */
export function newBot(
  about: Pick<Bot, 'id' | 'projectId' | 'createdBy' | 'createdAt' | 'secret'>,
  fields: BotFields,
  mayBeSilent = false,
): Bot {
  const bot: Bot = {
    ...{ rootId: null, trashedAt: null, modified: false, publishedId: null, releaseNote: null, publishedBy: null },
    ...{ publishedVersion: null, publishedAt: null, previousSecret: null, previousSecretUntil: null, avatar: null },
    ...{ updatedAt: about.createdAt, version: 0 },
    ...fields,
    ...about,
  };
  checkFields(bot, mayBeSilent);
  return bot;
}

/** Defaults of a create. */
export const defaultFields: Omit<BotFields, 'name' | 'slug'> = {
  type: 'internal',
  language: 'en',
  description: null,
  title: null,
  shortDescription: null,
  mainCategory: null,
  url: null,
  webhookUrl: null,
  webhookEnabled: false,
  attributes: {},
  tags: [],
  subtype: 'chatbot',
  agentsAvailable: true,
  isPublic: false,
};

/** @throws bot_is_copy; bot_trashed */
function checkWritable(bot: Bot): void {
  if (bot.rootId !== null) throw botErrors.bot_is_copy();
  if (bot.trashedAt !== null) throw botErrors.bot_trashed();
}

/** An external bot imported without an allowed URL; it stays silent until it gets one. */
const isSilent = (bot: BotFields): boolean => isExternal(bot) && bot.url === null;

/** @throws validation_failed for fields that do not go together */
function checkFields(bot: BotFields, mayBeSilent: boolean): void {
  const faults = [
    ...(isSilent(bot) && !mayBeSilent ? [{ param: 'url', msg: 'Required for an external bot' }] : []),
    ...(isExternal(bot) && bot.isPublic ? [{ param: 'public', msg: 'An external bot cannot be public' }] : []),
  ];
  if (faults.length > 0) throw validationFailed(faults.map((fault) => ({ ...fault, location: 'body' })));
}

/**
 * Changes the given fields. A bot in the trash can only change together with its restoration.
 * @throws bot_is_copy; bot_trashed; slug_taken; validation_failed
 */
export function update(
  current: Bot,
  { trashed, ...written }: Partial<BotFields> & { trashed?: boolean | undefined },
  slugs: Slugs,
  at: Date,
): BotChange {
  if (current.rootId !== null || trashed !== false) checkWritable(current);
  const holder = written.slug === undefined ? undefined : slugs.get(written.slug);
  if (holder !== undefined && holder !== current.id) throw botErrors.slug_taken({ conflict: holder });

  const isRestored = trashed === false && current.trashedAt !== null;
  const wanted = {
    ...current,
    ...given(written),
    trashedAt: trashed === undefined ? current.trashedAt : trashed ? at : null,
  };
  if (isRestored) wanted.slug = freeSlug(wanted.slug, (slug) => slugs.has(slug));
  return changed(current, wanted, at);
}

/** Replaces attributes key by key; `null` removes a key. @throws bot_is_copy; bot_trashed; validation_failed when the result is too large */
export function mergeAttributes(current: Bot, members: JsonObject, at: Date): BotChange {
  checkWritable(current);
  return changed(current, { ...current, attributes: merged(current.attributes, members) }, at);
}

/** @throws validation_failed when the merged result is too large, although each input was within the limit */
export function merged(attributes: JsonObject, members: JsonObject): JsonObject {
  const next = Object.fromEntries(Object.entries({ ...attributes, ...members }).filter(([, value]) => value !== null));
  if (jsonBytes(next) > maxBytes) throw tooLarge();
  return next;
}

function tooLarge(): AppError {
  return validationFailed([{ param: 'attributes', location: 'body', msg: `At most ${maxBytes} bytes` }]);
}

/** Sets a new secret; the previous one stays valid until `until`. @throws bot_is_copy; bot_trashed */
export function rotate(
  current: Bot,
  sealed: { secret: string; previous: string | null },
  until: Date | null,
  at: Date,
): BotChange {
  checkWritable(current);
  const next: Bot = {
    ...current,
    ...{ secret: sealed.secret, previousSecret: sealed.previous, previousSecretUntil: until },
    ...{ updatedAt: at, version: current.version + 1 },
  };
  return { next, events: [botUpdated({ bot: viewOf(next), changes: ['secret'] })] };
}

/** Marks a published bot as modified after an edit of its intents. */
export function edited(current: Bot, at: Date): BotChange {
  checkWritable(current);
  return changed(current, { ...current, modified: current.publishedId !== null }, at);
}

/** Applies an import to the bot itself; always a new version, since intents change with it. @throws bot_is_copy; bot_trashed; validation_failed */
export function importInto(current: Bot, written: Partial<BotFields>, at: Date): Bot {
  checkWritable(current);
  const attributes = written.attributes ? merged(current.attributes, written.attributes) : current.attributes;
  const next: Bot = {
    ...current,
    ...written,
    attributes,
    ...{ modified: current.publishedId !== null, updatedAt: at, version: current.version + 1 },
  };
  checkFields(next, isSilent(current));
  return next;
}

/** Shows another photo, or none: no edit of the bot, so it may be in the trash. */
export function picture(current: Bot, avatar: string | null, at: Date): BotChange {
  if (avatar === current.avatar) return { next: current, events: [] };
  const next = { ...current, avatar, updatedAt: at, version: current.version + 1 };
  return { next, events: [botUpdated({ bot: viewOf(next), changes: ['avatar'] })] };
}

/** @throws bot_is_copy */
export function remove(current: Bot, at: Date): BotChange {
  if (current.rootId !== null) throw botErrors.bot_is_copy();
  const next = { ...current, updatedAt: at, version: current.version + 1 };
  return { next, events: [botDeleted({ bot: viewOf(next), wasTrashed: current.trashedAt !== null })] };
}

/** The metadata of a publication. */
export interface Publication {
  copyId: string;
  note: string;
  by: Publisher;
  at: Date;
}

/** Makes the copy that answers visitors from now on. @throws bot_is_copy; bot_trashed; bot_is_external */
export function publish(current: Bot, source: Bot, { copyId, note, by, at }: Publication): BotChange & { copy: Bot } {
  checkWritable(current);
  if (isExternal(current)) throw botErrors.bot_is_external();
  const publishedVersion = (current.publishedVersion ?? 0) + 1;
  const copy: Bot = {
    ...source,
    publishedVersion,
    ...{ id: copyId, rootId: current.id, trashedAt: null, modified: false, publishedId: null, isPublic: false },
    ...{ releaseNote: note, publishedBy: by, publishedAt: at },
    ...{ secret: null, previousSecret: null, previousSecretUntil: null },
    ...{ createdBy: by._id, createdAt: at, updatedAt: at, version: 0 },
  };
  const next: Bot = {
    ...current,
    ...{ publishedId: copyId, publishedVersion, modified: false },
    ...{ updatedAt: at, version: current.version + 1 },
  };
  const publication = { bot_id: copyId, release_note: note };
  const event = botUpdated({ bot: viewOf(next), changes: ['published_id'], publish: publication });
  return { next, copy, events: [event] };
}

const wireNames: Readonly<Partial<Record<keyof Bot, string>>> = {
  ...{ name: 'name', type: 'type', slug: 'slug', language: 'language', description: 'description', title: 'title' },
  ...{ shortDescription: 'short_description', mainCategory: 'mainCategory', url: 'url', webhookUrl: 'webhook_url' },
  ...{ webhookEnabled: 'webhook_enabled', attributes: 'attributes', tags: 'tags', subtype: 'subtype' },
  ...{ agentsAvailable: 'agents_available', isPublic: 'public', trashedAt: 'trashed', modified: 'modified' },
};

/** @throws validation_failed for fields that do not go together */
function changed(current: Bot, wanted: Bot, at: Date): BotChange {
  const names = Object.keys(wireNames) as (keyof Bot)[];
  const isEdit = names.some((name) => name !== 'trashedAt' && !isDeepStrictEqual(current[name], wanted[name]));
  const next = { ...wanted, modified: wanted.modified || (isEdit && current.publishedId !== null) };
  const changes = names
    .filter((name) => !isDeepStrictEqual(current[name], next[name]))
    .map((name) => wireNames[name] ?? name);
  if (changes.length === 0) return { next: current, events: [] };
  checkFields(next, isSilent(current));

  Object.assign(next, { updatedAt: at, version: current.version + 1 });
  const isGone = next.trashedAt !== null && current.trashedAt === null;
  return { next, events: [isGone ? botTrashed({ bot: viewOf(next) }) : botUpdated({ bot: viewOf(next), changes })] };
}

function given<Written extends object>(written: Written): Written {
  return Object.fromEntries(Object.entries(written).filter(([, value]) => value !== undefined)) as Written;
}

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
