import { z } from 'zod';

import { everyMember } from '../access.ts';
import { defineApi } from '../define-api.ts';
import { AnyPathId, Direction, eitherBy, FormFile, maybe, numberWord, oneOf, PathId, text } from '../fields.ts';
import { IntentMembers } from './bot.fields.ts';
import { botFormBytes } from './bot-file.api.ts';
import { intentChanges, intentFields } from './intent.fields.ts';
import { IntentHit, IntentView } from './views.ts';

const tag = 'Intents';
const base = '/v3/:id_project/faq';
const alias = '/v3/:id_project/intents';
const inProject = z.object({ id_project: PathId });
const ofIntent = z.object({ id_project: PathId, intent: PathId });
const ofIntentId = z.object({ id_project: PathId, intent_id: AnyPathId });

/** Which bot; one that cannot be is none. */
const BotId = text(255, 1);

/** A path under `faq`, and the name that clients know it by. */
function at(rest: string) {
  return { path: `${base}${rest}`, aliases: [`${alias}${rest}`] };
}

/** Names by which intents may be sorted. */
export const intentSortFields = ['createdAt', 'intent_display_name'] as const;
export type IntentSortField = (typeof intentSortFields)[number];
const SortField = oneOf(intentSortFields);

/** Without `limit`, or with 0, all intents are wanted. Source: contract 60 section 3. */
export const ListIntentsQuery = z.object({
  id_faq_kb: BotId,
  page: maybe(numberWord({ integer: true, min: 0 })),
  limit: maybe(numberWord({ integer: true, min: 0 })),
  cursor: maybe(text(2_000)),
  sortField: maybe(SortField),
  sort: maybe(SortField),
  direction: maybe(Direction),
  text: maybe(text(200, 1)),
  intent_display_name: maybe(text(120, 1)),
});

const ofOne = {
  role: 'admin',
  kinds: everyMember,
  params: ofIntent,
  response: IntentView,
  errors: ['intent_not_found', 'bot_trashed', 'bot_is_copy', 'version_mismatch'],
  tag,
} as const;

const taken = ['intent_name_taken', 'intent_id_taken', 'limit_reached', 'url_not_allowed'] as const;

const ofOther = {
  ...ofOne,
  ...at('/intentId:intent_id'),
  params: ofIntentId,
  errors: [...ofOne.errors, 'bot_not_found'],
} as const;

const change = {
  ...ofOne,
  ...at('/:intent'),
  body: z.object(intentChanges),
  errors: [...ofOne.errors, ...taken],
  example: { body: { answer: 'We open at nine.' } },
} as const;

/** One step of `ops_update`; `intent` is checked by what is to be done with it. */
const _id = maybe(text(255, 1));
const Step = eitherBy('type', [
  z.object({ type: z.literal('post'), intent: z.object({ ...intentFields, _id }) }),
  z.object({ type: z.enum(['put', 'patch', 'delete']), intent: z.object({ ...intentChanges, _id }) }),
]);
export type IntentStep = z.output<typeof Step>;

/** Source: contract 60 section 3. Literal paths come before the ids. */
export const intentApi = defineApi('bots', {
  listIntents: {
    right: 'bots.read',
    ...at(''),
    method: 'get',
    role: 'agent',
    kinds: [...everyMember, 'bot'],
    params: inProject,
    query: ListIntentsQuery,
    response: z.array(IntentView),
    errors: ['bot_not_found'],
    summary: 'List the intents of a bot',
    description: 'Returns all intents without `limit`, or with 0.',
    tag,
  },
  createIntent: {
    right: 'bots.write',
    ...at(''),
    method: 'post',
    role: 'admin',
    kinds: everyMember,
    params: inProject,
    body: z.object({ id_faq_kb: BotId, ...intentFields }),
    response: IntentView,
    errors: ['bot_not_found', 'bot_trashed', 'bot_is_copy', ...taken],
    summary: 'Create an intent',
    tag,
    example: {
      body: { id_faq_kb: '66f1e0aa17c2f3a4b5c6d7e8', intent_display_name: 'hours', answer: 'From nine to five.' },
    },
  },
  changeIntents: {
    right: 'bots.write',
    ...at('/ops_update'),
    method: 'post',
    role: 'admin',
    kinds: everyMember,
    params: inProject,
    bodyLimit: 5_000_000,
    body: z.object({ id_faq_kb: BotId, operations: z.array(Step).max(500, 'At most 500 operations') }),
    response: z.object({ success: z.literal(true), intents: z.array(IntentView) }),
    errors: ['bot_not_found', 'intent_not_found', 'bot_trashed', 'bot_is_copy', ...taken],
    summary: 'Create, change and delete intents of a bot, all or none',
    tag,
    example: {
      body: {
        id_faq_kb: '66f1e0aa17c2f3a4b5c6d7e8',
        operations: [{ type: 'post', intent: { question: 'Are you open?' } }],
      },
    },
  },
  exportIntents: {
    right: 'bots.write',
    ...at('/csv'),
    method: 'get',
    role: 'admin',
    kinds: everyMember,
    stream: 'raw',
    produces: ['text/csv'],
    params: inProject,
    query: z.object({ id_faq_kb: BotId }),
    response: z.string(),
    errors: ['bot_not_found'],
    summary: 'Export the intents of a bot as CSV',
    description: 'Columns: question, answer, intent_id, intent_display_name, webhook_enabled.',
    tag,
  },
  importIntents: {
    right: 'bots.write',
    ...at('/uploadcsv'),
    method: 'post',
    role: 'admin',
    kinds: everyMember,
    stream: 'raw',
    params: inProject,
    consumes: ['multipart/form-data'],
    body: z.object({ uploadFile: FormFile, id_faq_kb: text(255, 1), delimiter: z.string().optional() }),
    bodyLimit: botFormBytes,
    response: z.object({ success: z.literal(true), msg: z.string(), created: z.number(), updated: z.number() }),
    errors: ['bot_not_found', 'bot_trashed', 'bot_is_copy', 'limit_reached', 'url_not_allowed'],
    summary:
      'Import intents of a bot from CSV: a form with `uploadFile`, `id_faq_kb` and `delimiter`, all lines or none',
    tag,
  },
  askBot: {
    right: 'bots.write',
    path: '/v3/:id_project/bots/askbot',
    aliases: ['/v3/:id_project/faq_kb/askbot'],
    method: 'post',
    role: 'admin',
    kinds: everyMember,
    params: inProject,
    body: z.object({ id_faq_kb: BotId, question: text(1_000, 1) }),
    response: z.object({ hits: z.array(IntentHit) }),
    errors: ['bot_not_found', 'bot_is_external'],
    summary: 'List the intents of a bot that match a question, best first',
    tag,
    example: { body: { id_faq_kb: '66f1e0aa17c2f3a4b5c6d7e8', question: 'When do you open?' } },
  },
  getIntentById: {
    right: 'bots.read',
    ...ofOther,
    method: 'get',
    role: 'agent',
    kinds: [...everyMember, 'bot'],
    query: z.object({ id_faq_kb: BotId }),
    errors: ['intent_not_found', 'bot_not_found'],
    summary: 'Get an intent by its intent_id',
  },
  updateIntentById: {
    right: 'bots.write',
    ...ofOther,
    method: 'put',
    body: z.object({ id_faq_kb: BotId, ...intentChanges }),
    errors: [...ofOther.errors, ...taken],
    summary: 'Change an intent by its intent_id',
    example: { body: { id_faq_kb: '66f1e0aa17c2f3a4b5c6d7e8', answer: 'We open at nine.' } },
  },
  deleteIntentById: {
    right: 'bots.write',
    ...ofOther,
    method: 'delete',
    query: z.object({ id_faq_kb: BotId }),
    summary: 'Delete an intent by its intent_id',
  },
  getIntent: {
    right: 'bots.read',
    ...ofOne,
    ...at('/:intent'),
    method: 'get',
    role: 'agent',
    kinds: [...everyMember, 'bot'],
    errors: ['intent_not_found'],
    summary: 'One intent',
  },
  updateIntent: {
    right: 'bots.write',
    ...change,
    method: 'put',
    summary: 'Change an intent; absent members stay unchanged',
  },
  patchIntent: { right: 'bots.write', ...change, method: 'patch', summary: 'The same as PUT' },
  mergeIntentAttributes: {
    right: 'bots.write',
    ...ofOne,
    ...at('/:intent/attributes'),
    method: 'patch',
    body: IntentMembers,
    summary: 'Replace attributes key by key; null removes a key',
    example: { body: { position: { x: 10, y: 20 } } },
  },
  deleteIntent: { right: 'bots.write', ...ofOne, ...at('/:intent'), method: 'delete', summary: 'Delete an intent' },
});
