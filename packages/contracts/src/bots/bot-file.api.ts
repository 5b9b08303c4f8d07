import { z } from 'zod';

import { everyMember } from '../access.ts';
import { defineApi } from '../define-api.ts';
import { BooleanWord, maybe, oneOf, PathId, text } from '../fields.ts';
import { BotAttributes, BotName, botFields } from './bot.fields.ts';
import { IntentName, intentFields } from './intent.fields.ts';
import { BotView } from './views.ts';

const tag = 'Bots';
const ofBot = z.object({ id_project: PathId, bot: PathId });

/** A switch of an import: `null` and nothing are off. */
const Switch = oneOf(['true', 'false', 'null'])
  .optional()
  .transform((word) => word === 'true');

/** A file of a bot, as `exportjson` writes it; whatever else stands in it is ignored. Source: contract 60 section 4. */
export const BotFile = z.object({
  ...botFields,
  name: maybe(BotName),
  attributes: maybe(BotAttributes),
  intents: maybe(z.array(z.object({ ...intentFields, intent_display_name: IntentName }))),
});
export type BotFile = z.output<typeof BotFile>;

/** Largest file of a bot, or of its intents. */
export const botFileBytes = 5_000_000;

/** The same, and what a form wraps it in. */
export const botFormBytes = botFileBytes + 16_384;

const imported = z.object({
  created: z.number().int(),
  replaced: z.number().int(),
  kept: z.number().int(),
  deleted: z.number().int(),
  warnings: z.array(z.object({ param: z.string(), msg: z.string() })),
});

const fork = {
  path: '/v3/:id_project/bots/fork/:bot',
  aliases: ['/v3/:id_project/faq_kb/fork/:bot'],
  role: 'admin',
  kinds: everyMember,
  params: ofBot,
  query: z.object({ projectid: maybe(text(255, 1)), public: maybe(BooleanWord), globals: maybe(BooleanWord) }),
  response: z.object({ message: z.string(), bot_id: z.string() }),
  errors: ['bot_not_found'],
  tag,
} as const;

/** Source: contract 60 section 4. */
export const botFileApi = defineApi('bots', {
  exportBot: {
    right: 'bots.write',
    method: 'get',
    path: '/v3/:id_project/bots/exportjson/:bot',
    aliases: ['/v3/:id_project/faq_kb/exportjson/:bot'],
    role: 'admin',
    kinds: everyMember,
    params: ofBot,
    query: z.object({ intentsOnly: maybe(BooleanWord), globals: maybe(BooleanWord) }),
    response: z.looseObject({ intents: z.array(z.looseObject({ intent_display_name: z.string() })) }),
    errors: ['bot_not_found'],
    summary: 'Export a bot as JSON',
    description: 'A public bot of another project is exported without its URLs and globals.',
    tag,
  },
  forkBot: {
    right: 'bots.write',
    ...fork,
    method: 'post',
    summary: 'Copy a bot, or a public bot of any project, into a project',
    description: 'The caller is an admin of both projects. Globals are copied on request, URLs only within a project.',
  },
  forkBotByPut: { right: 'bots.write', ...fork, method: 'put', summary: 'The same as POST' },
  importBot: {
    right: 'bots.write',
    method: 'post',
    path: '/v3/:id_project/bots/importjson/:bot',
    aliases: ['/v3/:id_project/faq_kb/importjson/:bot'],
    role: 'admin',
    kinds: everyMember,
    params: ofBot,
    query: z.object({ create: Switch, replace: Switch, overwrite: Switch, intentsOnly: Switch }),
    consumes: ['application/json', 'multipart/form-data'],
    body: z.object({ uploadFile: z.unknown() }),
    bodyLimit: botFormBytes,
    stream: 'raw',
    response: BotView.extend({ import: imported }),
    errors: ['bot_not_found', 'bot_trashed', 'bot_is_copy', 'url_not_allowed'],
    summary: 'Import a bot from JSON: a form with `uploadFile`, a member of that name, or the file itself',
    tag,
    example: {
      body: { uploadFile: { name: 'Robby', intents: [{ intent_display_name: 'hours', answer: 'Nine to five.' }] } },
    },
  },
});
