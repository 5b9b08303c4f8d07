// Generated from packages/contracts by `npm run generate`. Do not edit.

import { sendUploadFile, type UploadSource } from '../core/form.ts';
import { type Operation, operation } from '../core/operation.ts';
import type { BodyCode, DeleteCode, ReadCode, UpdateCode, WriteCode } from './errors.ts';
import type { IntentHit, IntentView, ListIntentsQueryInput } from './types.ts';

export type AskBotParams = { id_project?: string } & {
  /** Id of the bot. */
  id_faq_kb: string;
  /** What a visitor might ask. */
  question: string;
};

export type CreateIntentParams = { id_project?: string } & {
  /** Id of the bot. */
  id_faq_kb: string;
  /** Name of the intent, unique within the bot. */
  intent_display_name?: string | null;
  /** Stable identifier of the intent, chosen by the client, unique within the bot. */
  intent_id?: string | null;
  /** Actions to run, in order. Unknown kinds are kept and not run. */
  actions?: Record<string, unknown>[] | null;
  /** Custom JSON object, at most 100 kB. */
  attributes?: Record<string, unknown> | null;
  /** Whether the intent can match. */
  enabled?: boolean | null;
  /** Whether the intent calls the bot’s `webhook_url` for its answer. */
  webhook_enabled?: boolean | null;
  /** Topic that the intent is filed under; `default` by default. */
  topic?: string | null;
  /** Training phrases, one per line. */
  question?: string | null;
  /** What the bot answers; may use the micro-language for images and buttons. */
  answer?: string | null;
  /** Fields that the bot asks for, at most 30. */
  form?: Record<string, unknown> | null;
  /** Custom JSON object, stored without effect. */
  reply?: Record<string, unknown> | null;
};

export type ListIntentsParams = { id_project?: string } & ListIntentsQueryInput;

export type DeleteIntentParams = { id_project?: string; intent: string };

export type GetIntentParams = { id_project?: string; intent: string };

export type PatchIntentParams = { id_project?: string; intent: string } & {
  /** Name of the intent, unique within the bot. */
  intent_display_name?: string | null;
  /** Stable identifier of the intent, chosen by the client, unique within the bot. */
  intent_id?: string | null;
  /** Actions to run, in order. Unknown kinds are kept and not run. */
  actions?: Record<string, unknown>[] | null;
  /** Custom JSON object, at most 100 kB. */
  attributes?: Record<string, unknown> | null;
  /** Whether the intent can match. */
  enabled?: boolean | null;
  /** Whether the intent calls the bot’s `webhook_url` for its answer. */
  webhook_enabled?: boolean | null;
  /** Topic that the intent is filed under; `default` by default. */
  topic?: string | null;
  /** Training phrases, one per line. */
  question?: string | null;
  /** What the bot answers; may use the micro-language for images and buttons. */
  answer?: string | null;
  /** Fields that the bot asks for, at most 30. */
  form?: Record<string, unknown> | null;
  /** Custom JSON object, stored without effect. */
  reply?: Record<string, unknown> | null;
};

export type UpdateIntentParams = { id_project?: string; intent: string } & {
  /** Name of the intent, unique within the bot. */
  intent_display_name?: string | null;
  /** Stable identifier of the intent, chosen by the client, unique within the bot. */
  intent_id?: string | null;
  /** Actions to run, in order. Unknown kinds are kept and not run. */
  actions?: Record<string, unknown>[] | null;
  /** Custom JSON object, at most 100 kB. */
  attributes?: Record<string, unknown> | null;
  /** Whether the intent can match. */
  enabled?: boolean | null;
  /** Whether the intent calls the bot’s `webhook_url` for its answer. */
  webhook_enabled?: boolean | null;
  /** Topic that the intent is filed under; `default` by default. */
  topic?: string | null;
  /** Training phrases, one per line. */
  question?: string | null;
  /** What the bot answers; may use the micro-language for images and buttons. */
  answer?: string | null;
  /** Fields that the bot asks for, at most 30. */
  form?: Record<string, unknown> | null;
  /** Custom JSON object, stored without effect. */
  reply?: Record<string, unknown> | null;
};

export type MergeIntentAttributesParams = { id_project?: string; intent: string } & Record<string, unknown>;

export type ExportIntentsParams = { id_project?: string } & {
  /** Id of the bot. */
  id_faq_kb: string;
};

export type DeleteIntentByIdParams = { id_project?: string; intent_id: string } & {
  /** Id of the bot. */
  id_faq_kb: string;
};

export type GetIntentByIdParams = { id_project?: string; intent_id: string } & {
  /** Id of the bot. */
  id_faq_kb: string;
};

export type UpdateIntentByIdParams = { id_project?: string; intent_id: string } & {
  /** Id of the bot. */
  id_faq_kb: string;
  /** Name of the intent, unique within the bot. */
  intent_display_name?: string | null;
  /** Stable identifier of the intent, chosen by the client, unique within the bot. */
  intent_id?: string | null;
  /** Actions to run, in order. Unknown kinds are kept and not run. */
  actions?: Record<string, unknown>[] | null;
  /** Custom JSON object, at most 100 kB. */
  attributes?: Record<string, unknown> | null;
  /** Whether the intent can match. */
  enabled?: boolean | null;
  /** Whether the intent calls the bot’s `webhook_url` for its answer. */
  webhook_enabled?: boolean | null;
  /** Topic that the intent is filed under; `default` by default. */
  topic?: string | null;
  /** Training phrases, one per line. */
  question?: string | null;
  /** What the bot answers; may use the micro-language for images and buttons. */
  answer?: string | null;
  /** Fields that the bot asks for, at most 30. */
  form?: Record<string, unknown> | null;
  /** Custom JSON object, stored without effect. */
  reply?: Record<string, unknown> | null;
};

export type ChangeIntentsParams = { id_project?: string } & {
  /** Id of the bot. */
  id_faq_kb: string;
  /** Steps, at most 500, applied all or none. */
  operations: ({
    /** What to do with `intent`. */
    type: "post";
    /** The intent; `_id` names an existing one. */
    intent: {
      /** Name of the intent, unique within the bot. */
      intent_display_name?: string | null;
      /** Stable identifier of the intent, chosen by the client, unique within the bot. */
      intent_id?: string | null;
      /** Actions to run, in order. Unknown kinds are kept and not run. */
      actions?: Record<string, unknown>[] | null;
      /** Custom JSON object, at most 100 kB. */
      attributes?: Record<string, unknown> | null;
      /** Whether the intent can match. */
      enabled?: boolean | null;
      /** Whether the intent calls the bot’s `webhook_url` for its answer. */
      webhook_enabled?: boolean | null;
      /** Topic that the intent is filed under; `default` by default. */
      topic?: string | null;
      /** Training phrases, one per line. */
      question?: string | null;
      /** What the bot answers; may use the micro-language for images and buttons. */
      answer?: string | null;
      /** Fields that the bot asks for, at most 30. */
      form?: Record<string, unknown> | null;
      /** Custom JSON object, stored without effect. */
      reply?: Record<string, unknown> | null;
      _id?: string | null;
    };
  } | {
    /** What to do with `intent`. */
    type: "put" | "patch" | "delete";
    /** The intent; `_id` names an existing one. */
    intent: {
      /** Name of the intent, unique within the bot. */
      intent_display_name?: string | null;
      /** Stable identifier of the intent, chosen by the client, unique within the bot. */
      intent_id?: string | null;
      /** Actions to run, in order. Unknown kinds are kept and not run. */
      actions?: Record<string, unknown>[] | null;
      /** Custom JSON object, at most 100 kB. */
      attributes?: Record<string, unknown> | null;
      /** Whether the intent can match. */
      enabled?: boolean | null;
      /** Whether the intent calls the bot’s `webhook_url` for its answer. */
      webhook_enabled?: boolean | null;
      /** Topic that the intent is filed under; `default` by default. */
      topic?: string | null;
      /** Training phrases, one per line. */
      question?: string | null;
      /** What the bot answers; may use the micro-language for images and buttons. */
      answer?: string | null;
      /** Fields that the bot asks for, at most 30. */
      form?: Record<string, unknown> | null;
      /** Custom JSON object, stored without effect. */
      reply?: Record<string, unknown> | null;
      _id?: string | null;
    };
  })[];
};

export type ImportIntentsParams = { id_project?: string } & UploadSource & {
  /** Id of the bot. */
  id_faq_kb: string;
  /** Delimiter of the CSV file; `;` by default. */
  delimiter?: string;
};

/**
 * List the intents of a bot that match a question, best first.
 *
 * Minimum role: admin. Codes: `bot_not_found`, `bot_is_external`. Limits: `id_faq_kb` ≤ 255 characters, `question` ≤ 1000 characters.
 *
 * @example await askBot(parley, { id_faq_kb: '66f1e0aa17c2f3a4b5c6d7e8', question: 'When do you open?' });
 */
export const askBot: Operation<AskBotParams, {
  /** The best ten intents, best first. */
  hits: IntentHit[];
}, ReadCode | BodyCode | WriteCode | 'bot_not_found' | 'bot_is_external' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('askBot', 'POST bots/askbot');

/**
 * Create an intent.
 *
 * Minimum role: admin. Codes: `bot_not_found`, `bot_trashed`, `bot_is_copy`, `intent_name_taken`, `intent_id_taken`, `limit_reached`, `url_not_allowed`. Limits: `id_faq_kb` ≤ 255 characters, `intent_display_name` ≤ 120 characters, `intent_id` ≤ 64 characters, `actions` ≤ 100 items, `topic` ≤ 100 characters, `question` ≤ 10000 characters, ….
 *
 * @example await createIntent(parley, { id_faq_kb: '66f1e0aa17c2f3a4b5c6d7e8', intent_display_name: 'hours', answer: 'From nine to five.' });
 */
export const createIntent: Operation<CreateIntentParams, IntentView, ReadCode | BodyCode | WriteCode | 'bot_not_found' | 'bot_trashed' | 'bot_is_copy' | 'intent_name_taken' | 'intent_id_taken' | 'limit_reached' | 'url_not_allowed' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('createIntent', 'POST faq');

/**
 * List the intents of a bot. Returns all intents without `limit`, or with 0.
 *
 * Minimum role: agent. Codes: `bot_not_found`.
 *
 * @example await listIntents(parley);
 */
export const listIntents: Operation<ListIntentsParams, IntentView[], ReadCode | 'bot_not_found' | 'token_expired' | 'right_missing' | 'cursor_invalid'> =
  /* @__PURE__ */ operation('listIntents', 'GET faq');

/**
 * Delete an intent.
 *
 * Minimum role: admin. Codes: `intent_not_found`, `bot_trashed`, `bot_is_copy`, `version_mismatch`.
 *
 * @example await deleteIntent(parley, { intent });
 */
export const deleteIntent: Operation<DeleteIntentParams, IntentView, DeleteCode | 'intent_not_found' | 'bot_trashed' | 'bot_is_copy' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('deleteIntent', 'DELETE faq/:intent');

/**
 * One intent.
 *
 * Minimum role: agent. Codes: `intent_not_found`.
 *
 * @example await getIntent(parley, { intent });
 */
export const getIntent: Operation<GetIntentParams, IntentView, ReadCode | 'intent_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getIntent', 'GET faq/:intent');

/**
 * The same as PUT.
 *
 * Minimum role: admin. Codes: `intent_not_found`, `bot_trashed`, `bot_is_copy`, `version_mismatch`, `intent_name_taken`, `intent_id_taken`, `limit_reached`, `url_not_allowed`. Limits: `intent_display_name` ≤ 120 characters, `intent_id` ≤ 64 characters, `actions` ≤ 100 items, `topic` ≤ 100 characters, `question` ≤ 10000 characters, `answer` ≤ 20000 characters.
 *
 * @example await patchIntent(parley, { intent, answer: 'We open at nine.' });
 */
export const patchIntent: Operation<PatchIntentParams, IntentView, UpdateCode | 'intent_not_found' | 'bot_trashed' | 'bot_is_copy' | 'intent_name_taken' | 'intent_id_taken' | 'limit_reached' | 'url_not_allowed' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('patchIntent', 'PATCH faq/:intent');

/**
 * Change an intent; absent members stay unchanged.
 *
 * Minimum role: admin. Codes: `intent_not_found`, `bot_trashed`, `bot_is_copy`, `version_mismatch`, `intent_name_taken`, `intent_id_taken`, `limit_reached`, `url_not_allowed`. Limits: `intent_display_name` ≤ 120 characters, `intent_id` ≤ 64 characters, `actions` ≤ 100 items, `topic` ≤ 100 characters, `question` ≤ 10000 characters, `answer` ≤ 20000 characters.
 *
 * @example await updateIntent(parley, { intent, answer: 'We open at nine.' });
 */
export const updateIntent: Operation<UpdateIntentParams, IntentView, UpdateCode | 'intent_not_found' | 'bot_trashed' | 'bot_is_copy' | 'intent_name_taken' | 'intent_id_taken' | 'limit_reached' | 'url_not_allowed' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('updateIntent', 'PUT faq/:intent');

/**
 * Replace attributes key by key; null removes a key.
 *
 * Minimum role: admin. Codes: `intent_not_found`, `bot_trashed`, `bot_is_copy`, `version_mismatch`.
 *
 * @example await mergeIntentAttributes(parley, { intent, position: { x: 10, y: 20 } });
 */
export const mergeIntentAttributes: Operation<MergeIntentAttributesParams, IntentView, UpdateCode | 'intent_not_found' | 'bot_trashed' | 'bot_is_copy' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('mergeIntentAttributes', 'PATCH faq/:intent/attributes');

/**
 * Export the intents of a bot as CSV. Columns: question, answer, intent_id, intent_display_name, webhook_enabled.
 *
 * Minimum role: admin. Codes: `bot_not_found`.
 *
 * @example await exportIntents(parley);
 */
export const exportIntents: Operation<ExportIntentsParams, ReadableStream<Uint8Array>, ReadCode | 'bot_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('exportIntents', 'GET faq/csv', { answer: 'stream' });

/**
 * Delete an intent by its intent_id.
 *
 * Minimum role: admin. Codes: `intent_not_found`, `bot_trashed`, `bot_is_copy`, `version_mismatch`, `bot_not_found`.
 *
 * @example await deleteIntentById(parley, { intent_id });
 */
export const deleteIntentById: Operation<DeleteIntentByIdParams, IntentView, DeleteCode | 'intent_not_found' | 'bot_trashed' | 'bot_is_copy' | 'bot_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('deleteIntentById', 'DELETE faq/intentId:intent_id', { query: true });

/**
 * Get an intent by its intent_id.
 *
 * Minimum role: agent. Codes: `intent_not_found`, `bot_not_found`.
 *
 * @example await getIntentById(parley, { intent_id });
 */
export const getIntentById: Operation<GetIntentByIdParams, IntentView, ReadCode | 'intent_not_found' | 'bot_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getIntentById', 'GET faq/intentId:intent_id');

/**
 * Change an intent by its intent_id.
 *
 * Minimum role: admin. Codes: `intent_not_found`, `bot_trashed`, `bot_is_copy`, `version_mismatch`, `bot_not_found`, `intent_name_taken`, `intent_id_taken`, `limit_reached`, `url_not_allowed`. Limits: `id_faq_kb` ≤ 255 characters, `intent_display_name` ≤ 120 characters, `intent_id` ≤ 64 characters, `actions` ≤ 100 items, `topic` ≤ 100 characters, `question` ≤ 10000 characters, ….
 *
 * @example await updateIntentById(parley, { intent_id, id_faq_kb: '66f1e0aa17c2f3a4b5c6d7e8', answer: 'We open at nine.' });
 */
export const updateIntentById: Operation<UpdateIntentByIdParams, IntentView, UpdateCode | 'intent_not_found' | 'bot_trashed' | 'bot_is_copy' | 'bot_not_found' | 'intent_name_taken' | 'intent_id_taken' | 'limit_reached' | 'url_not_allowed' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('updateIntentById', 'PUT faq/intentId:intent_id');

/**
 * Create, change and delete intents of a bot, all or none.
 *
 * Minimum role: admin. Codes: `bot_not_found`, `intent_not_found`, `bot_trashed`, `bot_is_copy`, `intent_name_taken`, `intent_id_taken`, `limit_reached`, `url_not_allowed`. Limits: `id_faq_kb` ≤ 255 characters, `operations` ≤ 500 items.
 *
 * @example await changeIntents(parley, { id_faq_kb: '66f1e0aa17c2f3a4b5c6d7e8', operations: [{ type: 'post', intent: { question: 'Are you open?' } }] });
 */
export const changeIntents: Operation<ChangeIntentsParams, {
  /** Always true in a success. */
  success: true;
  /** The intents after the steps. */
  intents: IntentView[];
}, ReadCode | BodyCode | WriteCode | 'bot_not_found' | 'intent_not_found' | 'bot_trashed' | 'bot_is_copy' | 'intent_name_taken' | 'intent_id_taken' | 'limit_reached' | 'url_not_allowed' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('changeIntents', 'POST faq/ops_update');

/**
 * Import intents of a bot from CSV: a form with `uploadFile`, `id_faq_kb` and `delimiter`, all lines or none.
 *
 * Minimum role: admin. Codes: `bot_not_found`, `bot_trashed`, `bot_is_copy`, `limit_reached`, `url_not_allowed`.
 *
 * @example await importIntents(parley, { file });
 */
export const importIntents: Operation<ImportIntentsParams, {
  /** Always true in a success. */
  success: true;
  /** Sentence for people. */
  msg: string;
  /** Intents created. */
  created: number;
  /** Intents updated. */
  updated: number;
}, ReadCode | WriteCode | 'bot_not_found' | 'bot_trashed' | 'bot_is_copy' | 'limit_reached' | 'url_not_allowed' | 'token_expired' | 'right_missing' | 'content_type_wrong' | 'body_too_large' | 'body_timeout'> =
  /* @__PURE__ */ operation('importIntents', 'POST faq/uploadcsv', { send: sendUploadFile });
