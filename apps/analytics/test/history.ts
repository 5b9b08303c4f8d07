import {
  type DomainEvent,
  type EventEnvelope,
  type MessageView,
  messageCreated,
  RequestInEvent,
  RequestOfMessage,
  type RequestStatus,
  requestCreated,
  requestDeleted,
  requestUpdated,
  thinRequestMembers,
} from '@parley/contracts';
import type { OutgoingEvent } from '@parley/service-kit/bus';
import { newId } from '@parley/service-kit/call';

/** Random numbers between 0 and 1, determined by the seed. */
export type Random = () => number;

/** A request and its messages, as the conversations service would store them. */
export interface Conversation {
  request: RequestInEvent;
  messages: SentMessage[];
}

export interface SentMessage {
  message: MessageView;
  fromRequester: boolean;
}

/** An in-memory conversations service that publishes events as the real one would. */
export class History {
  readonly projectId: string;
  readonly conversations = new Map<string, Conversation>();
  readonly events: EventEnvelope[] = [];

  constructor(projectId: string) {
    this.projectId = projectId;
  }

  create(more: Partial<RequestInEvent> = {}): Conversation {
    const request = requestOf(this.projectId, more);
    const conversation = { request, messages: [] };
    this.conversations.set(request._id, conversation);
    this.#emit(requestCreated({ request }), request);
    return conversation;
  }

  change(conversation: Conversation, changes: Partial<RequestInEvent>): void {
    const { request } = conversation;
    conversation.request = { ...request, ...changes, __v: request.__v + 1 };
    const event = requestUpdated({
      request: conversation.request,
      changes: Object.keys(changes),
      patch: changes,
      comment: 'test',
    });
    this.#emit(event, conversation.request);
  }

  close(conversation: Conversation, closedAt: Date): void {
    this.change(conversation, { status: 1000, closed_at: closedAt.toISOString() });
  }

  reopen(conversation: Conversation): void {
    this.change(conversation, { status: 200, closed_at: undefined });
  }

  addMessage(conversation: Conversation, more: Partial<MessageView> = {}): void {
    const { request, messages } = conversation;
    const message = messageOf(request, messages.length + 1, more);
    const fromRequester = message.sender === request.requester_id;
    messages.push({ message, fromRequester });
    // Every fourth as an older release publishes it.
    const carried = messages.length % 4 === 0 ? request : thinOf(request);
    const event = messageCreated({ request: carried, message, fromRequester, isFirst: messages.length === 1 });
    this.#emit(event, { ...request, __v: 0 }, `message/${message._id}`);
  }

  /** Publishes what else happens to a request. */
  tell(event: DomainEvent, { request }: Conversation): void {
    this.#emit(event, request);
  }

  /** @param expired by the retention of the project */
  delete({ request }: Conversation, expired = false): void {
    this.conversations.delete(request._id);
    const { _id, request_id, ticket_id } = request;
    this.#emit(requestDeleted({ _id, request_id, ticket_id, ...(expired && { expired }) }), {
      ...request,
      __v: request.__v + 1,
    });
  }

  #emit({ type, data }: DomainEvent, { _id, __v }: RequestInEvent, subject = `request/${_id}`): void {
    this.events.push(
      envelopeOf({ type, data }, { projectId: this.projectId, subject, version: __v, partitionKey: _id }),
    );
  }
}

interface About {
  projectId: string;
  /** `<noun>/<_id>` */
  subject: string;
  version: number;
  partitionKey?: string;
  actor?: string;
  time?: Date;
}

let sequence = 0;

/** The envelope of an event, as its service would store it in the outbox. */
export function envelopeOf({ type, data }: DomainEvent, about: About): EventEnvelope {
  return {
    ...{ specversion: '1.0', id: newId(), source: '/parley/conversations', type, subject: about.subject },
    time: (about.time ?? new Date()).toISOString(),
    ...{ datacontenttype: 'application/json', dataschema: `parley:${type}:1`, idproject: about.projectId },
    ...{ actor: about.actor ?? 'system', aggregateversion: about.version },
    partitionkey: about.partitionKey ?? about.subject.split('/')[1] ?? '',
    sequence: String(++sequence).padStart(20, '0'),
    ...{ correlationid: 'test', depth: 0 },
    data: JSON.parse(JSON.stringify(data)),
  };
}

export function outgoing(event: EventEnvelope): OutgoingEvent {
  return { id: event.id, projectId: event.idproject, type: event.type, text: JSON.stringify(event) };
}

function thinOf(request: RequestInEvent): RequestOfMessage {
  const members = Object.entries(request).filter(([name]) => thinRequestMembers.includes(name));
  return RequestOfMessage.parse(Object.fromEntries(members));
}

function requestOf(projectId: string, more: Partial<RequestInEvent>): RequestInEvent {
  const _id = newId();
  const createdAt = more.createdAt ?? new Date().toISOString();
  const lead = newId();
  return RequestInEvent.parse({
    ...{ _id, id: _id, __v: 0, id_project: projectId, createdAt, updatedAt: createdAt, createdBy: lead },
    ...{ request_id: `support-group-${projectId}-${_id}`, ticket_id: '1', requester_id: lead, first_text: 'Hello' },
    ...{ status: 100 satisfies RequestStatus, preflight: false, draft: false, hasBot: false, smartAssignment: true },
    ...{
      participants: [],
      participantsAgents: [],
      participantsBots: [],
      participatingAgents: [],
      participatingBots: [],
    },
    ...{ channel: { name: 'chat21' }, channelOutbound: { name: 'chat21' }, priority: 'normal', attributes: {} },
    ...{ tags: [], notes: [], followers: [], snapshot: {}, contact: {}, lead: { _id: lead, lead_id: lead } },
    ...more,
  });
}

function messageOf(request: RequestInEvent, seq: number, more: Partial<MessageView>): MessageView {
  const _id = newId();
  const createdAt = request.createdAt;
  return {
    ...{ _id, id: _id, __v: 0, id_project: request.id_project, createdAt, updatedAt: createdAt, createdBy: 'somebody' },
    ...{
      seq,
      sender: request.requester_id,
      senderFullname: `Vera ${seq}`,
      recipient: request.request_id,
      text: 'Hello',
    },
    ...{ type: 'text', attributes: {}, status: 200, channel: request.channel, channel_type: 'group', audience: 'all' },
    ...more,
  };
}
