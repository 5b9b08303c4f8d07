import { z } from 'zod';

import { BotInEvent, IntentInEvent } from '../bots/views.ts';
import { LeadRecordView } from '../contacts/views.ts';
import { CustomEventView } from '../conversations/event.api.ts';
import { MessageOfEvent, RequestOfEvent } from '../conversations/events.ts';
import { MessageView, RequestOfMessage } from '../conversations/views.ts';
import { eventsOf } from '../define-event.ts';
import { Timestamp } from '../fields.ts';
import { DepartmentRecordView, GroupView, ProjectView, TeammateView } from '../workspace/views.ts';
import { domainEventNames, type OlderEventName, olderEventNames, openEventNames } from './event-names.ts';
import { SubscriptionView } from './views.ts';

const omitted = z.array(z.string()).optional();
const messageCounts = { messagesCount: z.number().int(), messagesTruncated: z.boolean() };

export const RequestPayload = RequestOfEvent.extend({ omitted });
export const ClosedRequestPayload = RequestPayload.extend({
  messages: z.array(MessageView).optional(),
  ...messageCounts,
});
/** The whole request, unless it was deleted before the first attempt: then what the event carries of it. */
export const MessagePayload = MessageOfEvent.extend({ request: RequestOfMessage, omitted });
export const CustomEventPayload = CustomEventView.extend({ omitted });
export const AbandonedPayload = z.object({
  name: z.literal('request.fully_abandoned'),
  attributes: z.object({ request: RequestPayload }),
  id_project: z.string(),
  createdAt: Timestamp,
});
export const ProjectPayload = ProjectView.extend({ id_project: z.string() });

/** `payload` under the names that existing integrations know. Source: contract 50 section 6. */
const olderPayloads: Readonly<Record<OlderEventName, z.ZodType>> = {
  'request.create': RequestPayload,
  'request.update': RequestPayload,
  'request.close': ClosedRequestPayload,
  'message.create': MessagePayload,
  'lead.create': LeadRecordView,
  'project_user.invite': TeammateView,
  'project_user.update': TeammateView,
  'project_user.update.agent': TeammateView,
  'project_user.delete': TeammateView,
  'department.create': DepartmentRecordView,
  'department.update': DepartmentRecordView,
  'department.delete': DepartmentRecordView,
  'group.create': GroupView,
  'group.update': GroupView,
  'group.delete': GroupView,
  'faqbot.create': BotInEvent,
  'faqbot.update': BotInEvent,
  'faqbot.delete': BotInEvent,
  'faq.create': IntentInEvent,
  'faq.update': IntentInEvent,
  'faq.delete': IntentInEvent,
  'event.emit': CustomEventPayload,
  'event.emit.request.fully_abandoned': AbandonedPayload,
  'project.create': ProjectPayload,
  'project.update': ProjectPayload,
  'project.delete': ProjectPayload,
};

const openPayloads: Readonly<Record<(typeof openEventNames)[number], z.ZodType>> = {
  'message.create.channel.': MessagePayload,
  'message.create.request.channel.': MessagePayload,
  'event.emit.': CustomEventPayload,
};

/** One name that a subscription may have, with what its deliveries carry. */
export interface OfferedEvent {
  /** `<name>` stands for a name of the project's own. */
  name: string;
  kind: 'older' | 'open' | 'domain';
  payload: z.ZodType;
}

/**
 * Every name of a subscription with the schema of its `payload`.
 * @param contracts the exports of this package, which declare the events
 */
export function offeredEventsOf(contracts: object): OfferedEvent[] {
  const declared = new Map(eventsOf(contracts).map(({ type, schema }) => [type, schema]));
  return [
    ...olderEventNames.map((name) => ({ name, kind: 'older' as const, payload: olderPayloads[name] })),
    ...openEventNames.map((name) => ({ name: `${name}<name>`, kind: 'open' as const, payload: openPayloads[name] })),
    ...domainEventNames.map((name) => ({ name, kind: 'domain' as const, payload: declared.get(name) ?? z.unknown() })),
  ];
}

/** A subscription as its receiver sees it: without the state of the circuit breaker. */
export const HookView = SubscriptionView.omit({ breaker: true });

/** The body of one delivery, without its `payload`. Source: contract 50 section 7. */
export const WebhookCall = z.object({
  timestamp: z.number().int(),
  hook: HookView,
  token: z.string().optional(),
});

/** The headers of one attempt. Source: contract 50 section 7. */
export const WebhookHeaders = z.object({
  'webhook-id': z.string(),
  'webhook-timestamp': z.string(),
  'webhook-signature': z.string(),
  'parley-event': z.string(),
  'parley-attempt': z.string(),
});
