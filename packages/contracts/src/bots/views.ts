import { z } from 'zod';

import { StoredId, Timestamp } from '../fields.ts';

/** A bot as its GET shows it; agents see it without addresses and keys. Source: contract 60 section 1.1. */
export const BotView = z.looseObject({
  _id: StoredId,
  id: StoredId,
  __v: z.number().int(),
  id_project: StoredId,
  name: z.string(),
  avatar: z.string().optional(),
  type: z.string(),
  external: z.boolean(),
  language: z.string(),
  slug: z.string(),
  webhook_enabled: z.boolean(),
  attributes: z.record(z.string(), z.unknown()),
  tags: z.array(z.string()),
  public: z.boolean(),
  trashed: z.boolean(),
  published_version: z.number().int().optional(),
  createdBy: z.string(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type BotView = z.output<typeof BotView>;

/** An intent as its GET shows it; agents see it without `actions`, `attributes` and `reply`. Source: contract 60 section 1.2. */
export const IntentView = z.looseObject({
  _id: StoredId,
  id: StoredId,
  __v: z.number().int(),
  id_project: StoredId,
  id_faq_kb: z.string(),
  intent_id: z.string(),
  intent_display_name: z.string(),
  enabled: z.boolean(),
  webhook_enabled: z.boolean(),
  topic: z.string(),
  language: z.string(),
  createdBy: z.string(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type IntentView = z.output<typeof IntentView>;

/** An intent that may be meant by a question: how well its best phrase fits, of 100. */
export const IntentHit = IntentView.extend({ score: z.number().int(), matched: z.string() });

/** A call to a bot or its webhook, without what was said. Source: contract 60 section 2. */
export const BotCallView = z.object({
  _id: z.string(),
  webhook_id: z.string(),
  request_id: z.string(),
  message_id: z.string(),
  kind: z.enum(['message', 'webhook']),
  attempt: z.number().int(),
  at: Timestamp,
  duration_ms: z.number().int(),
  status: z.number().int().optional(),
  outcome: z.enum(['ok', 'timeout', 'connect', 'dns', 'tls', 'url_not_allowed', 'status', 'too_large']),
});
export type BotCallView = z.output<typeof BotCallView>;

/** A bot in an event: the admin's view without `attributes.globals`. Source: contract 60 section 1.1. */
export const BotInEvent = z
  .looseObject({
    _id: StoredId,
    id: StoredId,
    __v: z.number().int(),
    id_project: StoredId,
    name: z.string(),
    type: z.string(),
    trashed: z.boolean(),
    attributes: z.record(z.string(), z.unknown()).optional(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  // So that an event of a bot cannot carry its keys by mistake.
  .transform(({ secret: _secret, attributes, ...bot }) => {
    const { globals: _globals, ...shown } = attributes ?? {};
    return attributes === undefined ? bot : { ...bot, attributes: shown };
  });
export type BotInEvent = z.output<typeof BotInEvent>;

/** An intent in an event: the record without `actions`, which may hold keys. */
export const IntentInEvent = IntentView.transform(({ actions: _actions, ...intent }) => intent);
