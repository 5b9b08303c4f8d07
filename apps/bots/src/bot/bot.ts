import { type BotType, validationFailed } from '@parley/contracts';

export type JsonObject = Record<string, unknown>;

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

/** An external bot imported without an allowed URL; it stays silent until it gets one. */
export const isSilent = (bot: BotFields): boolean => isExternal(bot) && bot.url === null;

/** @throws validation_failed for fields that do not go together */
export function checkFields(bot: BotFields, mayBeSilent: boolean): void {
  const faults = [
    ...(isSilent(bot) && !mayBeSilent ? [{ param: 'url', msg: 'Required for an external bot' }] : []),
    ...(isExternal(bot) && bot.isPublic ? [{ param: 'public', msg: 'An external bot cannot be public' }] : []),
  ];
  if (faults.length > 0) throw validationFailed(faults.map((fault) => ({ ...fault, location: 'body' })));
}
