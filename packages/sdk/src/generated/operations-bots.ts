// Generated from packages/contracts by `npm run generate`. Do not edit.

import { type Operation, operation } from '../core/operation.ts';
import type { BodyCode, DeleteCode, ReadCode, UpdateCode, WriteCode } from './errors.ts';
import type { BotCallView, BotView, ListBotsQueryInput } from './types.ts';

export type CreateBotParams = { id_project?: string } & {
  /** Name, 1 to 200 characters; the `senderFullname` of the bot’s messages. */
  name: string;
  /** `internal`: Parley runs its intents. `external`: Parley calls `url`. `tilebot` behaves as `internal`. */
  type?: "internal" | "external" | "tilebot" | null;
  /** Whether `type` is `external`. In a body read only when `type` is absent. */
  external?: boolean | null;
  /** Description for people. */
  description?: string | null;
  /** Title for people. */
  title?: string | null;
  /** Short description for people. */
  short_description?: string | null;
  /** Category for people. */
  mainCategory?: string | null;
  /** Language of the bot and its intents, two letters; a region is cut off. */
  language?: string | null;
  /** URL of an external bot. Required when external. */
  url?: string | null;
  /** URL that intents with a webhook call. */
  webhook_url?: string | null;
  /** Whether `webhook_url` may be called. */
  webhook_enabled?: boolean | null;
  /** Tags of the bot, stored without effect. */
  tags?: string[] | null;
  /** Stored without effect; `chatbot` by default. */
  subtype?: string | null;
  /** Stored without effect; true by default. */
  agents_available?: boolean | null;
  /** Short name of `a-z`, `0-9` and `-`, unique among the project’s bots; made from the name if absent. */
  slug?: string | null;
  /** Whether admins of other projects may fork and export the bot (internal bots only). */
  public?: boolean | null;
  /** JSON object, at most 100 kB. Parley reads `rules`, `globals`, `variables`, `match_threshold` and `handoff_after_fallbacks`. */
  attributes?: Record<string, unknown> | null;
  /** Initial intents. */
  template?: "example" | "blank" | "handoff" | "empty" | null;
};

export type ListBotsParams = { id_project?: string } & ListBotsQueryInput;

export type DeleteBotParams = { id_project?: string; bot: string };

export type GetBotParams = { id_project?: string; bot: string } & {
  departmentid?: string | null;
};

export type PatchBotParams = { id_project?: string; bot: string } & {
  /** `internal`: Parley runs its intents. `external`: Parley calls `url`. `tilebot` behaves as `internal`. */
  type?: "internal" | "external" | "tilebot" | null;
  /** Whether `type` is `external`. In a body read only when `type` is absent. */
  external?: boolean | null;
  /** Description for people. */
  description?: string | null;
  /** Title for people. */
  title?: string | null;
  /** Short description for people. */
  short_description?: string | null;
  /** Category for people. */
  mainCategory?: string | null;
  /** Language of the bot and its intents, two letters; a region is cut off. */
  language?: string | null;
  /** URL of an external bot. Required when external. */
  url?: string | null;
  /** URL that intents with a webhook call. */
  webhook_url?: string | null;
  /** Whether `webhook_url` may be called. */
  webhook_enabled?: boolean | null;
  /** Tags of the bot, stored without effect. */
  tags?: string[] | null;
  /** Stored without effect; `chatbot` by default. */
  subtype?: string | null;
  /** Stored without effect; true by default. */
  agents_available?: boolean | null;
  /** Short name of `a-z`, `0-9` and `-`, unique among the project’s bots; made from the name if absent. */
  slug?: string | null;
  /** Name, 1 to 200 characters; the `senderFullname` of the bot’s messages. */
  name?: string | null;
  /** Whether admins of other projects may fork and export the bot (internal bots only). */
  public?: boolean | null;
  /** Whether the bot is in the trash, or a published copy. */
  trashed?: boolean | null;
};

export type UpdateBotParams = { id_project?: string; bot: string } & {
  /** `internal`: Parley runs its intents. `external`: Parley calls `url`. `tilebot` behaves as `internal`. */
  type?: "internal" | "external" | "tilebot" | null;
  /** Whether `type` is `external`. In a body read only when `type` is absent. */
  external?: boolean | null;
  /** Description for people. */
  description?: string | null;
  /** Title for people. */
  title?: string | null;
  /** Short description for people. */
  short_description?: string | null;
  /** Category for people. */
  mainCategory?: string | null;
  /** Language of the bot and its intents, two letters; a region is cut off. */
  language?: string | null;
  /** URL of an external bot. Required when external. */
  url?: string | null;
  /** URL that intents with a webhook call. */
  webhook_url?: string | null;
  /** Whether `webhook_url` may be called. */
  webhook_enabled?: boolean | null;
  /** Tags of the bot, stored without effect. */
  tags?: string[] | null;
  /** Stored without effect; `chatbot` by default. */
  subtype?: string | null;
  /** Stored without effect; true by default. */
  agents_available?: boolean | null;
  /** Short name of `a-z`, `0-9` and `-`, unique among the project’s bots; made from the name if absent. */
  slug?: string | null;
  /** Name, 1 to 200 characters; the `senderFullname` of the bot’s messages. */
  name?: string | null;
  /** Whether admins of other projects may fork and export the bot (internal bots only). */
  public?: boolean | null;
  /** Whether the bot is in the trash, or a published copy. */
  trashed?: boolean | null;
};

export type MergeBotAttributesParams = { id_project?: string; bot: string } & Record<string, unknown>;

export type ListBotCallsParams = { id_project?: string; bot: string } & {
  page?: number | null;
  limit?: number | null;
  /** Cursor to continue from. */
  cursor?: string | null;
  sortField?: "at" | null;
  sort?: "at" | null;
  direction?: 1 | -1 | null;
};

export type CreateBotTokenParams = { id_project?: string; bot: string } & {
  ttl?: number | null;
};

export type SetBotLanguageParams = { id_project?: string; bot: string; lang: string };

export type PublishBotParams = { id_project?: string; bot: string } & {
  /** What is new, for people. */
  release_note?: string | null;
  /** Id of a published copy to publish again. */
  restore_from?: string | null;
} | null;

export type ListPublishedBotsParams = { id_project?: string; bot: string };

export type RotateBotSecretParams = { id_project?: string; bot: string } & {
  /** Hours for which the old secret stays valid, 0 to 168; 24 by default. */
  overlapHours?: number;
};

export type ExportBotParams = { id_project?: string; bot: string } & {
  intentsOnly?: boolean | null;
  globals?: boolean | null;
};

export type ForkBotParams = { id_project?: string; bot: string } & {
  projectid?: string | null;
  /** Whether admins of other projects may fork and export the bot (internal bots only). */
  public?: boolean | null;
  globals?: boolean | null;
};

export type ForkBotByPutParams = { id_project?: string; bot: string } & {
  projectid?: string | null;
  /** Whether admins of other projects may fork and export the bot (internal bots only). */
  public?: boolean | null;
  globals?: boolean | null;
};

export type ImportBotParams = { id_project?: string; bot: string } & {
  create?: "true" | "false" | "null";
  replace?: "true" | "false" | "null";
  overwrite?: "true" | "false" | "null";
  intentsOnly?: "true" | "false" | "null";
} & {
  /** The file: a form part, or a JSON member of this name. */
  uploadFile: unknown;
};

export type GetChatbotParametersParams = { id_project?: string; request_id: string };

export type SetChatbotParametersParams = { id_project?: string; request_id: string } & Record<string, unknown>;

/**
 * Create a bot. The answer contains the bot’s secret. It is shown only once.
 *
 * Minimum role: admin. Codes: `url_not_allowed`, `limit_reached`. Limits: `name` ≤ 200 characters, `description` ≤ 2000 characters, `title` ≤ 2000 characters, `short_description` ≤ 2000 characters, `mainCategory` ≤ 2000 characters, `language` ≤ 35 characters, ….
 *
 * @example await createBot(parley, { name: 'Robby', type: 'internal', language: 'en', template: 'blank' });
 */
export const createBot: Operation<CreateBotParams, {
  _id: string;
  id: string;
  __v: number;
  id_project: string;
  /** Name, 1 to 200 characters; the `senderFullname` of the bot’s messages. */
  name: string;
  /** Address of the photo’s thumbnail, relative to the API. Absent without a photo. */
  avatar?: string;
  /** `internal`: Parley runs its intents. `external`: Parley calls `url`. `tilebot` behaves as `internal`. */
  type: string;
  /** Whether `type` is `external`. In a body read only when `type` is absent. */
  external: boolean;
  /** Language of the bot and its intents, two letters; a region is cut off. */
  language: string;
  /** Short name of `a-z`, `0-9` and `-`, unique among the project’s bots; made from the name if absent. */
  slug: string;
  /** Whether `webhook_url` may be called. */
  webhook_enabled: boolean;
  /** JSON object, at most 100 kB. Parley reads `rules`, `globals`, `variables`, `match_threshold` and `handoff_after_fallbacks`. */
  attributes: Record<string, unknown>;
  /** Tags of the bot, stored without effect. */
  tags: string[];
  /** Whether admins of other projects may fork and export the bot (internal bots only). */
  public: boolean;
  /** Whether the bot is in the trash, or a published copy. */
  trashed: boolean;
  /** Number of the published version, from 1; of a copy its own. */
  published_version?: number;
  createdBy: string;
  createdAt: string;
  updatedAt: string;
  /** Secret of the bot. Shown in this answer only. */
  secret: string;
  [name: string]: unknown;
}, ReadCode | BodyCode | WriteCode | 'url_not_allowed' | 'limit_reached' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('createBot', 'POST bots');

/**
 * List the bots of a project. Returns all bots unless `limit`, `page` or `cursor` is sent. A bot sees only itself.
 *
 * Minimum role: agent.
 *
 * @example await listBots(parley);
 */
export const listBots: Operation<ListBotsParams, BotView[], ReadCode | 'token_expired' | 'right_missing' | 'cursor_invalid'> =
  /* @__PURE__ */ operation('listBots', 'GET bots');

/**
 * Delete a bot with its intents and copies.
 *
 * Minimum role: admin. Codes: `bot_not_found`, `bot_is_copy`, `version_mismatch`.
 *
 * @example await deleteBot(parley, { bot });
 */
export const deleteBot: Operation<DeleteBotParams, BotView, DeleteCode | 'bot_not_found' | 'bot_is_copy' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('deleteBot', 'DELETE bots/:bot');

/**
 * One bot.
 *
 * Minimum role: agent. Codes: `bot_not_found`.
 *
 * @example await getBot(parley, { bot });
 */
export const getBot: Operation<GetBotParams, BotView, ReadCode | 'bot_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getBot', 'GET bots/:bot');

/**
 * The same as PUT.
 *
 * Minimum role: admin. Codes: `bot_not_found`, `bot_trashed`, `bot_is_copy`, `slug_taken`, `version_mismatch`, `url_not_allowed`. Limits: `description` ≤ 2000 characters, `title` ≤ 2000 characters, `short_description` ≤ 2000 characters, `mainCategory` ≤ 2000 characters, `language` ≤ 35 characters, `url` ≤ 2048 characters, ….
 *
 * @example await patchBot(parley, { bot, name: 'Robby' });
 */
export const patchBot: Operation<PatchBotParams, BotView, UpdateCode | 'bot_not_found' | 'bot_trashed' | 'bot_is_copy' | 'slug_taken' | 'url_not_allowed' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('patchBot', 'PATCH bots/:bot');

/**
 * Change a bot, move it to the trash or restore it.
 *
 * Minimum role: admin. Codes: `bot_not_found`, `bot_trashed`, `bot_is_copy`, `slug_taken`, `version_mismatch`, `url_not_allowed`. Limits: `description` ≤ 2000 characters, `title` ≤ 2000 characters, `short_description` ≤ 2000 characters, `mainCategory` ≤ 2000 characters, `language` ≤ 35 characters, `url` ≤ 2048 characters, ….
 *
 * @example await updateBot(parley, { bot, name: 'Robby' });
 */
export const updateBot: Operation<UpdateBotParams, BotView, UpdateCode | 'bot_not_found' | 'bot_trashed' | 'bot_is_copy' | 'slug_taken' | 'url_not_allowed' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('updateBot', 'PUT bots/:bot');

/**
 * Replace attributes key by key; null removes a key.
 *
 * Minimum role: admin. Codes: `bot_not_found`, `bot_trashed`, `bot_is_copy`.
 *
 * @example await mergeBotAttributes(parley, { bot, match_threshold: 0.6, variables: null });
 */
export const mergeBotAttributes: Operation<MergeBotAttributesParams, BotView, UpdateCode | 'bot_not_found' | 'bot_trashed' | 'bot_is_copy' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('mergeBotAttributes', 'PATCH bots/:bot/attributes');

/**
 * List the calls to a bot and its webhook in the last seven days, newest first.
 *
 * Minimum role: admin. Codes: `bot_not_found`.
 *
 * @example await listBotCalls(parley, { bot });
 */
export const listBotCalls: Operation<ListBotCallsParams, {
  /** Records on a page; a `limit` above 200 counts as 200. */
  perPage: number;
  /** Number of matching records, over all pages. */
  count: number;
  /** The calls of the page. */
  calls: BotCallView[];
}, ReadCode | 'bot_not_found' | 'token_expired' | 'right_missing' | 'cursor_invalid'> =
  /* @__PURE__ */ operation('listBotCalls', 'GET bots/:bot/calls');

/**
 * Create a token with which the bot can make calls.
 *
 * Minimum role: admin. Codes: `bot_not_found`.
 *
 * @example await createBotToken(parley, { bot });
 */
export const createBotToken: Operation<CreateBotTokenParams, {
  /** Token for calls by the bot. */
  jwt: string;
  /** When the token expires, UTC. */
  expires_at: string;
}, ReadCode | 'bot_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('createBotToken', 'GET bots/:bot/jwt');

/**
 * Change the language of a bot and its intents.
 *
 * Minimum role: admin. Codes: `bot_not_found`, `bot_trashed`, `bot_is_copy`.
 *
 * @example await setBotLanguage(parley, { bot, lang });
 */
export const setBotLanguage: Operation<SetBotLanguageParams, BotView, DeleteCode | 'bot_not_found' | 'bot_trashed' | 'bot_is_copy' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('setBotLanguage', 'PUT bots/:bot/language/:lang');

/**
 * Publish a bot with its intents as the version that visitors talk to.
 *
 * Minimum role: admin. Codes: `bot_not_found`, `bot_trashed`, `bot_is_copy`, `bot_is_external`. Limits: `release_note` ≤ 1000 characters, `restore_from` ≤ 255 characters.
 *
 * @example await publishBot(parley, { bot, release_note: 'Opening hours during the holidays' });
 */
export const publishBot: Operation<PublishBotParams, {
  /** Sentence for people. */
  message: string;
  /** Id of the published copy. */
  bot_id: string;
}, UpdateCode | 'bot_not_found' | 'bot_trashed' | 'bot_is_copy' | 'bot_is_external' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('publishBot', 'PUT bots/:bot/publish');

/**
 * List the published copies of a bot, newest first.
 *
 * Minimum role: admin. Codes: `bot_not_found`, `bot_is_external`.
 *
 * @example await listPublishedBots(parley, { bot });
 */
export const listPublishedBots: Operation<ListPublishedBotsParams, BotView[], ReadCode | 'bot_not_found' | 'bot_is_external' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('listPublishedBots', 'GET bots/:bot/published');

/**
 * Rotate the secret of a bot; the old one is valid until the overlap ends.
 *
 * Minimum role: admin. Codes: `bot_not_found`, `bot_trashed`, `bot_is_copy`. Limits: `overlapHours` ≤ 168.
 *
 * @example await rotateBotSecret(parley, { bot, overlapHours: 24 });
 */
export const rotateBotSecret: Operation<RotateBotSecretParams, {
  _id: string;
  id: string;
  /** Secret of the bot. Shown in this answer only. */
  secret: string;
  /** When the old secret expires, UTC. */
  previousSecretExpiresAt?: string;
}, UpdateCode | 'bot_not_found' | 'bot_trashed' | 'bot_is_copy' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('rotateBotSecret', 'POST bots/:bot/secret/rotate');

/**
 * Export a bot as JSON. A public bot of another project is exported without its URLs and globals.
 *
 * Minimum role: admin. Codes: `bot_not_found`.
 *
 * @example await exportBot(parley, { bot });
 */
export const exportBot: Operation<ExportBotParams, {
  /** Intents in order of creation. */
  intents: {
    /** Name of the intent, unique within the bot. */
    intent_display_name: string;
    [name: string]: unknown;
  }[];
  [name: string]: unknown;
}, ReadCode | 'bot_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('exportBot', 'GET bots/exportjson/:bot');

/**
 * Copy a bot, or a public bot of any project, into a project. The caller is an admin of both projects. Globals are copied on request, URLs only within a project.
 *
 * Minimum role: admin. Codes: `bot_not_found`.
 *
 * @example await forkBot(parley, { bot });
 */
export const forkBot: Operation<ForkBotParams, {
  /** Sentence for people. */
  message: string;
  /** Id of the new bot. */
  bot_id: string;
}, DeleteCode | 'bot_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('forkBot', 'POST bots/fork/:bot', { query: true });

/**
 * The same as POST.
 *
 * Minimum role: admin. Codes: `bot_not_found`.
 *
 * @example await forkBotByPut(parley, { bot });
 */
export const forkBotByPut: Operation<ForkBotByPutParams, {
  /** Sentence for people. */
  message: string;
  /** Id of the new bot. */
  bot_id: string;
}, DeleteCode | 'bot_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('forkBotByPut', 'PUT bots/fork/:bot', { query: true });

/**
 * Import a bot from JSON: a form with `uploadFile`, a member of that name, or the file itself.
 *
 * Minimum role: admin. Codes: `bot_not_found`, `bot_trashed`, `bot_is_copy`, `url_not_allowed`.
 *
 * @example await importBot(parley, { bot, uploadFile: { name: 'Robby', intents: [{ intent_display_name: 'hours', answer: 'Nine to five.' }] } });
 */
export const importBot: Operation<ImportBotParams, {
  _id: string;
  id: string;
  __v: number;
  id_project: string;
  /** Name, 1 to 200 characters; the `senderFullname` of the bot’s messages. */
  name: string;
  /** Address of the photo’s thumbnail, relative to the API. Absent without a photo. */
  avatar?: string;
  /** `internal`: Parley runs its intents. `external`: Parley calls `url`. `tilebot` behaves as `internal`. */
  type: string;
  /** Whether `type` is `external`. In a body read only when `type` is absent. */
  external: boolean;
  /** Language of the bot and its intents, two letters; a region is cut off. */
  language: string;
  /** Short name of `a-z`, `0-9` and `-`, unique among the project’s bots; made from the name if absent. */
  slug: string;
  /** Whether `webhook_url` may be called. */
  webhook_enabled: boolean;
  /** JSON object, at most 100 kB. Parley reads `rules`, `globals`, `variables`, `match_threshold` and `handoff_after_fallbacks`. */
  attributes: Record<string, unknown>;
  /** Tags of the bot, stored without effect. */
  tags: string[];
  /** Whether admins of other projects may fork and export the bot (internal bots only). */
  public: boolean;
  /** Whether the bot is in the trash, or a published copy. */
  trashed: boolean;
  /** Number of the published version, from 1; of a copy its own. */
  published_version?: number;
  createdBy: string;
  createdAt: string;
  updatedAt: string;
  /** What the import did with intents. */
  import: {
    /** Intents created. */
    created: number;
    /** Intents replaced. */
    replaced: number;
    /** Intents left as they were. */
    kept: number;
    /** Intents removed. */
    deleted: number;
    /** Parts of the file that will have no effect. */
    warnings: {
      /** Path of the part in the file. */
      param: string;
      /** Why it has no effect. */
      msg: string;
    }[];
  };
  [name: string]: unknown;
}, UpdateCode | 'bot_not_found' | 'bot_trashed' | 'bot_is_copy' | 'url_not_allowed' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('importBot', 'POST bots/importjson/:bot', { query: ['create', 'replace', 'overwrite', 'intentsOnly'] });

/**
 * Get the parameters that bots have collected in a request.
 *
 * Minimum role: guest. Codes: `request_not_found`.
 *
 * @example await getChatbotParameters(parley, { request_id });
 */
export const getChatbotParameters: Operation<GetChatbotParametersParams, Record<string, unknown>, ReadCode | 'request_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getChatbotParameters', 'GET requests/:request_id/chatbot/parameters');

/**
 * Set parameters of a request; null removes one.
 *
 * Minimum role: agent. Codes: `request_not_found`.
 *
 * @example await setChatbotParameters(parley, { request_id, userFullname: 'Ada Lovelace', orderNumber: null });
 */
export const setChatbotParameters: Operation<SetChatbotParametersParams, Record<string, unknown>, UpdateCode | 'request_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('setChatbotParameters', 'PATCH requests/:request_id/chatbot/parameters');
