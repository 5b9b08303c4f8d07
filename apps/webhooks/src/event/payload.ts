import { type EventEnvelope, isWholeRequest, messageCreated, type RequestOfMessage } from '@parley/contracts';
import { fitData } from '@parley/service-kit/outbox';

import { keyOf } from './event-names.ts';

type Json = Record<string, unknown>;

/** A name that an event fires, and what its subscribers get. */
export interface Firing {
  name: string;
  payload(): unknown;
}

/** An older name: what it carries; nothing when it does not fire on this event after all. */
type LegacyFirings = (data: Json, event: EventEnvelope) => Firing[];

/**
 * All names that an event fires: its own, and those that existing integrations know. A pure function of the event, so that
 * what is told is the state of its commit, but for a request that the event carries in part. Source: contract 50 section 6.
 */
export function firingsOf(event: EventEnvelope): Firing[] {
  const data = (event.data ?? {}) as Json;
  if (isOfVisitor(event.type, data)) return [];
  return [{ name: event.type, payload: () => data }, ...(legacyFirings[event.type]?.(data, event) ?? [])];
}

/** `request_id` of the request that payloads promise in full and the event carries in part. Source: contract 50 section 1. */
export function missingRequestOf({ type, data }: EventEnvelope): string | undefined {
  if (type !== messageCreated.type) return undefined;
  const { request } = data as { request: RequestOfMessage };
  return isWholeRequest(request) ? undefined : request.request_id;
}

/**
 * The payload of a message with its request in full, as if its event had carried that.
 * @param name that was fired
 * @param payload as recorded
 */
export function withRequest(name: string, payload: Json, request: object): Json {
  const isData = keyOf(name) === messageCreated.type;
  const { request: _partial, omitted: _names, ...message } = payload;
  const fitted = JSON.parse(fitData(isData ? { ...payload, request } : { message, request })) as Json;
  const omitted = [payload.omitted, fitted.omitted].flatMap((names) => (Array.isArray(names) ? names : []));
  const data = omitted.length > 0 ? { ...fitted, omitted: [...new Set(omitted)] } : fitted;
  return isData ? data : messagePayload(data);
}

/** Memberships of visitors are nobody's business. Source: contract 50 section 2.1. */
function isOfVisitor(type: string, { teammate }: Json): boolean {
  return type.startsWith('teammate.') && isRecord(teammate) && (teammate.role === 'guest' || teammate.role === 'user');
}

/** The record of this name, under these names. */
const record =
  (noun: string, ...names: string[]): LegacyFirings =>
  (data) =>
    names.map((name) => ({ name, payload: () => data[noun] }));

const legacyFirings: Readonly<Record<string, LegacyFirings>> = {
  'request.created': (data) => [{ name: 'request.create', payload: () => requestOf(data) }],
  'request.updated': (data) => [{ name: 'request.update', payload: () => requestOf(data) }],
  'request.closed': (data) => [{ name: 'request.close', payload: () => closedRequest(data) }],
  'request.abandoned': (data, event) => [
    { name: 'event.emit.request.fully_abandoned', payload: () => abandoned(data, event) },
  ],
  'message.created': (data) => messageFirings(data),
  'event.emitted': (data) => eventFirings(data),
  'lead.created': record('lead', 'lead.create'),
  // Somebody without an account has no record yet.
  'teammate.invited': (data) => (isRecord(data.teammate) ? record('teammate', 'project_user.invite')(data, none) : []),
  'teammate.updated': record('teammate', 'project_user.update', 'project_user.update.agent'),
  'teammate.availability_changed': record('teammate', 'project_user.update', 'project_user.update.agent'),
  'teammate.removed': record('teammate', 'project_user.delete'),
  'department.created': record('department', 'department.create'),
  'department.updated': record('department', 'department.update'),
  'department.deleted': record('department', 'department.delete'),
  'group.created': record('group', 'group.create'),
  'group.updated': record('group', 'group.update'),
  'group.deleted': record('group', 'group.delete'),
  'bot.created': record('bot', 'faqbot.create'),
  'bot.updated': record('bot', 'faqbot.update'),
  'bot.trashed': record('bot', 'faqbot.update'),
  // One that a file made is told of by its own event.
  'bot.imported': (data, event) => (data.mode === 'create' ? [] : record('bot', 'faqbot.update')(data, event)),
  'bot.deleted': record('bot', 'faqbot.delete'),
  'intent.created': record('intent', 'faq.create'),
  'intent.updated': record('intent', 'faq.update'),
  'intent.deleted': record('intent', 'faq.delete'),
  'project.created': (data) => [{ name: 'project.create', payload: () => projectOf(data) }],
  'project.updated': (data) => [{ name: 'project.update', payload: () => projectOf(data) }],
  'project.deleted': (data) => [{ name: 'project.delete', payload: () => projectOf(data) }],
};

const none = {} as EventEnvelope;

function requestOf({ request, omitted }: Json): Json {
  return { ...(request as Json), ...(omitted !== undefined && { omitted }) };
}

function closedRequest(data: Json): Json {
  const { messages, messagesCount, messagesTruncated } = data;
  return { ...requestOf(data), ...(messages !== undefined && { messages }), messagesCount, messagesTruncated };
}

function abandoned(data: Json, { idproject, time }: EventEnvelope): Json {
  const attributes = { request: requestOf(data) };
  return { name: 'request.fully_abandoned', attributes, id_project: idproject, createdAt: time };
}

function messagePayload({ message, request, omitted }: Json): Json {
  return { ...(message as Json), request, ...(omitted !== undefined && { omitted }) };
}

function messageFirings(data: Json): Firing[] {
  const { message, request } = data;
  const payload = () => messagePayload(data);
  const ofMessage = channelOf(message);
  const ofRequest = channelOf(request);
  return [
    { name: 'message.create', payload },
    ...(ofMessage === undefined ? [] : [{ name: `message.create.channel.${ofMessage}`, payload }]),
    ...(ofRequest === undefined ? [] : [{ name: `message.create.request.channel.${ofRequest}`, payload }]),
  ];
}

function eventFirings({ event, omitted }: Json): Firing[] {
  const payload = () => ({ ...(event as Json), ...(omitted !== undefined && { omitted }) });
  const name = isRecord(event) ? event.name : '';
  return [
    { name: 'event.emit', payload },
    { name: `event.emit.${name}`, payload },
  ];
}

function channelOf(value: unknown): string | undefined {
  const name = isRecord(value) && isRecord(value.channel) ? value.channel.name : undefined;
  return typeof name === 'string' ? name : undefined;
}

function projectOf({ project }: Json): Json {
  const { _id } = project as Json;
  return { ...(project as Json), id_project: _id };
}

function isRecord(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
