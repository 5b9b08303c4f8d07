import { type EventEnvelope, isWholeRequest, messageCreated, type RequestOfMessage } from '@parley/contracts';
import { fitData } from '@parley/service-kit/outbox';

import { keyOf } from './event-names.ts';

type Json = Record<string, unknown>;

/** A name that an event fires, with the payload for its subscribers. */
export interface Firing {
  name: string;
  payload(): unknown;
}

/** The legacy names that an event fires, if any. */
type LegacyFirings = (data: Json, event: EventEnvelope) => Firing[];

/**
 * All names that an event fires: its own, and the legacy names of existing integrations. A pure function of the event, so payloads
 * hold the state at its commit, except for a request that the event carries in part. Source: contract 50 section 6.
 */
export function firingsOf(event: EventEnvelope): Firing[] {
  const data = (event.data ?? {}) as Json;
  if (isOfVisitor(event.type, data)) return [];
  return [{ name: event.type, payload: () => data }, ...(legacyFirings[event.type]?.(data, event) ?? [])];
}

/** `request_id` of a request that payloads need in full and the event carries in part. Source: contract 50 section 1. */
export function missingRequestOf({ type, data }: EventEnvelope): string | undefined {
  if (type !== messageCreated.type) return undefined;
  const { request } = data as { request: RequestOfMessage };
  return isWholeRequest(request) ? undefined : request.request_id;
}

/**
 * The payload of a message with the full request, as if the event had carried it.
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

/** Visitors' memberships are not published. Source: contract 50 section 2.1. */
function isOfVisitor(type: string, { teammate }: Json): boolean {
  return type.startsWith('teammate.') && isRecord(teammate) && (teammate.role === 'guest' || teammate.role === 'user');
}

/** Fires these names with the record of this noun. */
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
  // An invited person without an account has no record yet.
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
  // A bot created by an import has an event of its own.
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
