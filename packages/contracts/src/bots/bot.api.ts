import { z } from 'zod';

import { everyMember } from '../access.ts';
import { defineApi } from '../define-api.ts';
import { BooleanWord, Direction, maybe, numberWord, oneOf, PathId, text } from '../fields.ts';
import { pageQuery } from '../paging.ts';
import { BotAttributes, BotMembers, BotName, botChanges, botFields, botTemplates, botTypes } from './bot.fields.ts';
import { BotCallView, BotView } from './views.ts';

const tag = 'Bots';
const base = '/v3/:id_project/bots';
const alias = '/v3/:id_project/faq_kb';
const inProject = z.object({ id_project: PathId });
const ofBot = z.object({ id_project: PathId, bot: PathId });

/** A path under `bots`, and the name that clients know it by. */
function at(rest: string) {
  return { path: `${base}${rest}`, aliases: [`${alias}${rest}`] };
}

/** Names by which bots may be sorted. */
export const botSortFields = ['createdAt', 'updatedAt', 'name'] as const;
export type BotSortField = (typeof botSortFields)[number];
const SortField = oneOf(botSortFields);

/** Without `limit`, `page` and `cursor` all bots are wanted. Source: contract 60 section 2. */
export const ListBotsQuery = z.object({
  page: maybe(numberWord({ integer: true, min: 0 })),
  limit: maybe(numberWord({ integer: true, min: 1 })),
  cursor: maybe(text(2_000)),
  sortField: maybe(SortField),
  sort: maybe(SortField),
  direction: maybe(Direction),
  text: maybe(text(200, 1)),
  type: maybe(oneOf(botTypes)),
  public: maybe(BooleanWord),
  certified: maybe(BooleanWord),
  trashed: maybe(BooleanWord),
});

const ofOne = {
  role: 'admin',
  kinds: everyMember,
  params: ofBot,
  response: BotView,
  errors: ['bot_not_found', 'bot_trashed', 'bot_is_copy'],
  tag,
} as const;

const change = {
  ...ofOne,
  ...at('/:bot'),
  body: z.object(botChanges),
  errors: [...ofOne.errors, 'slug_taken', 'version_mismatch', 'url_not_allowed'],
  example: { body: { name: 'Robby' } },
} as const;

const Secret = z.object({
  _id: z.string(),
  id: z.string(),
  secret: z.string(),
  previousSecretExpiresAt: z.string().optional(),
});

/** Source: contract 60 section 2. */
export const botApi = defineApi('bots', {
  listBots: {
    right: 'bots.read',
    ...at(''),
    method: 'get',
    role: 'agent',
    kinds: [...everyMember, 'bot'],
    params: inProject,
    query: ListBotsQuery,
    response: z.array(BotView),
    errors: [],
    summary: 'List the bots of a project',
    description: 'Returns all bots unless `limit`, `page` or `cursor` is sent. A bot sees only itself.',
    tag,
  },
  createBot: {
    right: 'bots.write',
    ...at(''),
    method: 'post',
    role: 'admin',
    kinds: everyMember,
    params: inProject,
    body: z.object({
      name: BotName,
      ...botFields,
      public: maybe(BooleanWord),
      attributes: maybe(BotAttributes),
      template: maybe(oneOf(botTemplates)),
    }),
    response: BotView.extend({ secret: z.string() }),
    secretAnswer: true,
    errors: ['url_not_allowed', 'limit_reached'],
    summary: 'Create a bot',
    description: 'The answer contains the bot’s secret. It is shown only once.',
    tag,
    example: { body: { name: 'Robby', type: 'internal', language: 'en', template: 'blank' } },
  },
  getBot: {
    right: 'bots.read',
    ...ofOne,
    ...at('/:bot'),
    method: 'get',
    role: 'agent',
    kinds: [...everyMember, 'bot'],
    query: z.object({ departmentid: maybe(text(255, 1)) }),
    errors: ['bot_not_found'],
    summary: 'One bot',
  },
  updateBot: {
    right: 'bots.write',
    ...change,
    method: 'put',
    summary: 'Change a bot, move it to the trash or restore it',
  },
  patchBot: { right: 'bots.write', ...change, method: 'patch', summary: 'The same as PUT' },
  setBotLanguage: {
    right: 'bots.write',
    ...ofOne,
    ...at('/:bot/language/:lang'),
    method: 'put',
    params: ofBot.extend({ lang: z.string() }),
    summary: 'Change the language of a bot and its intents',
  },
  mergeBotAttributes: {
    right: 'bots.write',
    ...ofOne,
    ...at('/:bot/attributes'),
    method: 'patch',
    body: BotMembers,
    summary: 'Replace attributes key by key; null removes a key',
    example: { body: { match_threshold: 0.6, variables: null } },
  },
  deleteBot: {
    right: 'bots.write',
    ...ofOne,
    ...at('/:bot'),
    method: 'delete',
    errors: ['bot_not_found', 'bot_is_copy', 'version_mismatch'],
    summary: 'Delete a bot with its intents and copies',
  },
  publishBot: {
    right: 'bots.write',
    ...ofOne,
    ...at('/:bot/publish'),
    method: 'put',
    body: z
      .object({ release_note: maybe(text(1_000)), restore_from: maybe(text(255, 1)) })
      .nullable()
      .transform((body) => body ?? {}),
    response: z.object({ message: z.string(), bot_id: z.string() }),
    errors: [...ofOne.errors, 'bot_is_external'],
    summary: 'Publish a bot with its intents as the version that visitors talk to',
    example: { body: { release_note: 'Opening hours during the holidays' } },
  },
  listPublishedBots: {
    right: 'bots.write',
    ...ofOne,
    ...at('/:bot/published'),
    method: 'get',
    response: z.array(BotView),
    errors: ['bot_not_found', 'bot_is_external'],
    summary: 'List the published copies of a bot, newest first',
  },
  rotateBotSecret: {
    right: 'bots.write',
    ...ofOne,
    ...at('/:bot/secret/rotate'),
    method: 'post',
    body: z.object({ overlapHours: z.number().int().min(0).max(168).default(24) }),
    response: Secret,
    secretAnswer: true,
    summary: 'Rotate the secret of a bot; the old one is valid until the overlap ends',
    example: { body: { overlapHours: 24 } },
  },
  createBotToken: {
    right: 'bots.write',
    ...ofOne,
    ...at('/:bot/jwt'),
    method: 'get',
    query: z.object({
      ttl: maybe(numberWord({ integer: true, min: 60, max: 86_400 })).transform((seconds) => seconds ?? 3_600),
    }),
    response: z.object({ jwt: z.string(), expires_at: z.string() }),
    errors: ['bot_not_found'],
    summary: 'Create a token with which the bot can make calls',
  },
  listBotCalls: {
    right: 'bots.write',
    ...ofOne,
    ...at('/:bot/calls'),
    method: 'get',
    query: z.object(pageQuery({ sortable: ['at'] })),
    response: z.object({ perPage: z.number().int(), count: z.number().int(), calls: z.array(BotCallView) }),
    errors: ['bot_not_found'],
    summary: 'List the calls to a bot and its webhook in the last seven days, newest first',
  },
});
