import { z } from 'zod';

import { Timestamp } from '../fields.ts';

/** A bot in an event: the admin's view without `attributes.globals`. Source: contract 60 section 1.1. */
export const BotInEvent = z
  .looseObject({
    _id: z.string(),
    id: z.string(),
    __v: z.number().int(),
    id_project: z.string(),
    name: z.string(),
    type: z.string(),
    trashed: z.boolean(),
    attributes: z.record(z.string(), z.unknown()).optional(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  // Whoever announces a bot cannot announce its keys by mistake.
  .transform(({ secret: _secret, attributes, ...bot }) => {
    const { globals: _globals, ...shown } = attributes ?? {};
    return attributes === undefined ? bot : { ...bot, attributes: shown };
  });
export type BotInEvent = z.output<typeof BotInEvent>;
