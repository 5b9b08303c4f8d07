import { isDeepStrictEqual } from 'node:util';

import {
  type AppError,
  botDeleted,
  botErrors,
  botTrashed,
  botUpdated,
  type DomainEvent,
  jsonBytes,
  validationFailed,
} from '@parley/contracts';
import { type Bot, type BotFields, checkFields, isExternal, isSilent, type JsonObject, type Publisher } from './bot.ts';
import { viewOf } from './bot.view.ts';
import { freeSlug } from './slug.ts';

export interface BotChange {
  next: Bot;
  events: DomainEvent[];
}

/** Bot ids by slug, for the bots of a project outside the trash. */
export type Slugs = ReadonlyMap<string, string>;

const maxBytes = 102_400;

/** @throws bot_is_copy; bot_trashed */
function checkWritable(bot: Bot): void {
  if (bot.rootId !== null) throw botErrors.bot_is_copy();
  if (bot.trashedAt !== null) throw botErrors.bot_trashed();
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
