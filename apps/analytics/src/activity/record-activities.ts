import type { BotInEvent, botDeleted, botUpdated, EventEnvelope, leadDeleted } from '@parley/contracts';
import type { z } from 'zod';

import type { Context } from '../context.ts';
import { activityOf, type Done, given, type Target } from './activity.ts';
import { created } from './request-activities.ts';

/** Records what events tell, if they tell anything. */
export function recorded<Data>(doneBy: (event: EventEnvelope<Data>) => Done | undefined) {
  return async (context: Context, events: readonly EventEnvelope<Data>[]): Promise<void> => {
    const activities = events.flatMap((event) => {
      const done = doneBy(event);
      return done === undefined ? [] : [activityOf(event, done)];
    });
    await context.activities.add(activities);
  };
}

/** Records which requests have become conversations, unless an earlier event has told so. */
export async function recordBirths(context: Context, events: readonly Parameters<typeof created>[0][]): Promise<void> {
  const births = events.flatMap((event) => {
    const done = created(event);
    const { _id: id, __v: version } = event.data.request;
    return done === undefined ? [] : [{ activity: { ...activityOf(event, done), id }, version }];
  });
  await context.activities.addBirths(births);
}

/** Only these changes make a conversation of what was none. */
export function mayBeBirth({ changes }: { changes: string[] }): boolean {
  return changes.includes('preflight') || changes.includes('status');
}

export function leadDone({ data }: EventEnvelope<z.output<(typeof leadDeleted)['schema']>>): Done {
  const { _id, id, id_project } = data.lead;
  return {
    verb: 'LEAD_DELETE',
    actionObj: { mode: data.mode },
    target: { type: 'lead', id: _id, object: { _id, id, id_project } },
  };
}

export function botCreatedDone({ data: { bot } }: EventEnvelope<{ bot: BotInEvent }>): Done {
  const { name, type, subtype } = bot;
  return { verb: 'FAQ_KB_CREATE', actionObj: given({ name, type, subtype }), ...about(bot) };
}

export function botTrashedDone({ data: { bot } }: EventEnvelope<{ bot: BotInEvent }>): Done {
  const { name, type } = bot;
  return { verb: 'FAQ_KB_DELETE', actionObj: given({ name, type }), ...about(bot) };
}

/** One that was in the trash was told of when it went there. */
export function botDeletedDone(event: EventEnvelope<z.output<(typeof botDeleted)['schema']>>): Done | undefined {
  return event.data.wasTrashed ? undefined : botTrashedDone(event);
}

export function botPublishedDone({
  data: { bot, publish },
}: EventEnvelope<z.output<(typeof botUpdated)['schema']>>): Done | undefined {
  if (!publish) return undefined;
  const actionObj = { name: bot.name, publishedBotId: publish.bot_id, release_note: publish.release_note };
  return { verb: 'FAQ_KB_PUBLISH', actionObj: given(actionObj), ...about(bot) };
}

function about(bot: BotInEvent): { target: Target; agents: string[] } {
  return { target: { type: 'faq_kb', id: bot._id, object: bot }, agents: [`bot_${bot._id}`] };
}
