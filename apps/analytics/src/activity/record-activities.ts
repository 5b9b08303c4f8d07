import type {
  BotInEvent,
  botDeleted,
  botUpdated,
  EventDefinition,
  EventEnvelope,
  leadDeleted,
} from '@parley/contracts';
import { fold, type Subscription } from '@parley/service-kit/consumers';
import type { z } from 'zod';

import type { Context } from '../context.ts';
import { activityOf, type Done, given, type Target } from './activity.ts';

type DataOf<Definition extends EventDefinition> = z.output<Definition['schema']>;

/** Makes subscriptions that record what their events tell, if they tell anything: all of a batch by one statement. */
export function activityLog() {
  const doneBy = new Map<string, (event: EventEnvelope<never>) => Done | undefined>();
  const record = async (context: Context, events: readonly EventEnvelope<unknown>[]): Promise<void> => {
    const told = events.flatMap((event) => {
      const done = doneBy.get(event.type)?.(event as EventEnvelope<never>);
      return done === undefined ? [] : [{ activity: activityOf(event, done), bornIn: done.bornIn }];
    });
    await context.activities.add(told);
  };
  return <Definition extends EventDefinition>(
    definition: Definition,
    tells: (event: EventEnvelope<DataOf<Definition>>) => Done | undefined,
    options?: Parameters<typeof fold<Definition, Context>>[2],
  ): Subscription<Context> => {
    doneBy.set(definition.type, tells);
    return fold<Definition, Context>(definition, record, options);
  };
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
