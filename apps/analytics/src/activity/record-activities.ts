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
import { type ActivityDraft, activityOf, given, type Target } from './activity.ts';

type DataOf<Definition extends EventDefinition> = z.output<Definition['schema']>;

/** Builds subscriptions that record the activities of their events; one statement per batch. */
export function activityLog() {
  const draftBy = new Map<string, (event: EventEnvelope<never>) => ActivityDraft | undefined>();
  const record = async (context: Context, events: readonly EventEnvelope<unknown>[]): Promise<void> => {
    const recorded = events.flatMap((event) => {
      const draft = draftBy.get(event.type)?.(event as EventEnvelope<never>);
      return draft === undefined
        ? []
        : [{ activity: activityOf(event, draft), firstConversationVersion: draft.firstConversationVersion }];
    });
    await context.activities.add(recorded);
  };
  return <Definition extends EventDefinition>(
    definition: Definition,
    draftOf: (event: EventEnvelope<DataOf<Definition>>) => ActivityDraft | undefined,
    options?: Parameters<typeof fold<Definition, Context>>[2],
  ): Subscription<Context> => {
    draftBy.set(definition.type, draftOf);
    return fold<Definition, Context>(definition, record, options);
  };
}

/** Whether an update may turn a request into a conversation. */
export function mayStartConversation({ changes }: { changes: string[] }): boolean {
  return changes.includes('preflight') || changes.includes('status');
}

export function leadDeletedDraft({ data }: EventEnvelope<z.output<(typeof leadDeleted)['schema']>>): ActivityDraft {
  const { _id, id, id_project } = data.lead;
  return {
    verb: 'LEAD_DELETE',
    actionObj: { mode: data.mode },
    target: { type: 'lead', id: _id, object: { _id, id, id_project } },
  };
}

export function botCreatedDraft({ data: { bot } }: EventEnvelope<{ bot: BotInEvent }>): ActivityDraft {
  const { name, type, subtype } = bot;
  return { verb: 'FAQ_KB_CREATE', actionObj: given({ name, type, subtype }), ...about(bot) };
}

export function botTrashedDraft({ data: { bot } }: EventEnvelope<{ bot: BotInEvent }>): ActivityDraft {
  const { name, type } = bot;
  return { verb: 'FAQ_KB_DELETE', actionObj: given({ name, type }), ...about(bot) };
}

/** A bot deleted from the trash has its activity from when it was trashed. */
export function botDeletedDraft(
  event: EventEnvelope<z.output<(typeof botDeleted)['schema']>>,
): ActivityDraft | undefined {
  return event.data.wasTrashed ? undefined : botTrashedDraft(event);
}

export function botPublishedDraft({
  data: { bot, publish },
}: EventEnvelope<z.output<(typeof botUpdated)['schema']>>): ActivityDraft | undefined {
  if (!publish) return undefined;
  const actionObj = { name: bot.name, publishedBotId: publish.bot_id, release_note: publish.release_note };
  return { verb: 'FAQ_KB_PUBLISH', actionObj: given(actionObj), ...about(bot) };
}

function about(bot: BotInEvent): { target: Target; agents: string[] } {
  return { target: { type: 'faq_kb', id: bot._id, object: bot }, agents: [`bot_${bot._id}`] };
}
