import type { DomainEventName, EventData } from '../generated/events.ts';
import type { MessageView } from '../generated/types.ts';

type RequestPayload = EventData['request.created']['request'];
type MessagePayload = EventData['message.created']['message'] & { request: RequestPayload };
type TeammatePayload = EventData['teammate.updated']['teammate'];
type CustomEventPayload = EventData['event.emitted']['event'];

/** The payload of each event that can be subscribed to. */
export interface WebhookPayloads extends Pick<EventData, DomainEventName> {
  /** A call to an external bot: the message to answer. No subscription has this name. */
  'bot.call': MessagePayload;
  'request.create': RequestPayload;
  'request.update': RequestPayload;
  'request.close': RequestPayload & { messages: MessageView[]; messagesCount: number; messagesTruncated: boolean };
  'message.create': MessagePayload;
  [channel: `message.create.channel.${string}`]: MessagePayload;
  [channel: `message.create.request.channel.${string}`]: MessagePayload;
  'lead.create': EventData['lead.created']['lead'];
  'project_user.invite': TeammatePayload;
  'project_user.update': TeammatePayload;
  'project_user.update.agent': TeammatePayload;
  'project_user.delete': TeammatePayload;
  'department.create': EventData['department.created']['department'];
  'department.update': EventData['department.created']['department'];
  'department.delete': EventData['department.created']['department'];
  'group.create': EventData['group.created']['group'];
  'group.update': EventData['group.created']['group'];
  'group.delete': EventData['group.created']['group'];
  'faqbot.create': EventData['bot.created']['bot'];
  'faqbot.update': EventData['bot.created']['bot'];
  'faqbot.delete': EventData['bot.created']['bot'];
  'faq.create': EventData['intent.created']['intent'];
  'faq.update': EventData['intent.created']['intent'];
  'faq.delete': EventData['intent.created']['intent'];
  'event.emit': CustomEventPayload;
  'event.emit.request.fully_abandoned': {
    name: 'request.fully_abandoned';
    attributes: { request: RequestPayload };
    id_project: string;
    createdAt: string;
  };
  'project.create': EventData['project.created']['project'] & { id_project: string };
  'project.update': EventData['project.created']['project'] & { id_project: string };
  'project.delete': EventData['project.created']['project'] & { id_project: string };
}

/** One delivery. `event` determines its `payload`. */
export type WebhookEvent = { [Name in keyof WebhookPayloads]: WebhookEventOf<Name> }[keyof WebhookPayloads];

export interface WebhookEventOf<Name extends keyof WebhookPayloads> {
  /** The same in every attempt: use it to recognise repetitions. */
  id: string;
  /** Name that was subscribed to. */
  event: Name;
  payload: WebhookPayloads[Name];
  /** Milliseconds: when it happened. */
  timestamp: number;
  /** The subscription, without its secret; of a `bot.call` the bot. */
  hook: Record<string, unknown>;
  /** For calls back to the API, valid for 15 minutes. */
  token?: string;
  /** Id of the domain event. */
  eventId?: string;
  attempt: number;
}
