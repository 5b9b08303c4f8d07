import { z } from 'zod';

import { defineEvent } from '../define-event.ts';
import { BotInEvent, IntentInEvent } from './views.ts';

/** `intents`: how many it starts with. */
export const botCreated = defineEvent(
  'bot.created',
  z.object({ bot: BotInEvent, intents: z.number().int(), forked_from: z.string().optional() }),
);

export const botUpdated = defineEvent(
  'bot.updated',
  z.object({
    bot: BotInEvent,
    changes: z.array(z.string()),
    publish: z.object({ bot_id: z.string(), release_note: z.string().optional() }).optional(),
  }),
);

export const botTrashed = defineEvent('bot.trashed', z.object({ bot: BotInEvent }));

export const botDeleted = defineEvent('bot.deleted', z.object({ bot: BotInEvent, wasTrashed: z.boolean() }));

/** How many intents an import made, replaced, kept and removed. */
const imported = z.object({
  created: z.number().int(),
  replaced: z.number().int(),
  kept: z.number().int(),
  deleted: z.number().int(),
});

export const botImported = defineEvent(
  'bot.imported',
  z.object({ bot: BotInEvent, mode: z.enum(['create', 'merge', 'replace']), import: imported }),
);

export const intentCreated = defineEvent('intent.created', z.object({ intent: IntentInEvent }));

export const intentUpdated = defineEvent('intent.updated', z.object({ intent: IntentInEvent }));

export const intentDeleted = defineEvent('intent.deleted', z.object({ intent: IntentInEvent }));
