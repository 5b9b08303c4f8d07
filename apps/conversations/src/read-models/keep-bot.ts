import type { BotInEvent, EventEnvelope } from '@parley/contracts';

import type { Context } from '../context.ts';
import { noted } from '../feed/feed-row.ts';

type BotEvent = EventEnvelope<{ bot: BotInEvent }>;

/** Keeps the read model of bots, including those in the trash. */
export function keepBot(context: Context, event: BotEvent): Promise<void> {
  return keep(context, event, false);
}

export function forgetBot(context: Context, event: BotEvent): Promise<void> {
  return keep(context, event, true);
}

async function keep(context: Context, event: BotEvent, deleted: boolean): Promise<void> {
  const record = event.data.bot;
  const copy = { projectId: event.idproject, id: record._id, version: event.aggregateversion, deleted, record };
  await context.readModels.keepBot(copy);
  await context.feedRepository.note(event.idproject, noted.bot, { id: record._id });
}
