import {
  callerIdOf,
  MessageStatus,
  type MessageView,
  messageCreated,
  requestAssigned,
  requestClosed,
  requestUpdated,
} from '@parley/contracts';
import { newId } from '@parley/service-kit/call';
import { maxDataBytes, type NewEvent } from '@parley/service-kit/outbox';
import { type Initiator, ruleAuthor } from '../access/actor.ts';
import { viewMessage } from '../access/message.view.ts';
import { requestInEvent, thinRequest } from '../access/request.view.ts';
import { reachesEngine } from '../engine/engine.ts';
import type { Change, PendingEvent } from '../request-state/change.ts';
import { type HistoryActor, type HistoryEntry, historyOf } from '../request-state/history.ts';
import { audienceOf, type Message, type NewMessage } from '../request-state/message.ts';
import type { CopiedRecord, Copies } from '../request-state/request.copies.ts';
import { botMember, botsOf, type SupportRequest } from '../request-state/request.ts';
import { type MemberName, render } from '../request-state/service-line.ts';

/** The rows and events that one change stores, computed before its one statement. */
export interface ChangeSet {
  next: SupportRequest;
  /** The sender's messages, then the service lines, in the order of their `seq`. */
  messages: Message[];
  history: HistoryEntry[];
  events: NewEvent[];
}

/** How this installation publishes messages. */
export interface EventOptions {
  /** Messages go to an external engine, which reports their delivery status. */
  toEngine: boolean;
  /** Events of messages carry the whole request, for consumers of the previous release. */
  wholeRequests: boolean;
}

export interface ChangeSetInput extends EventOptions {
  actor: Initiator;
  at: Date;
  /** From the request before and after the change: members who leave need a name too. */
  names: (member: string) => MemberName;
  copies: Copies;
  /** The newest messages before this change, for the event of a closing. */
  newest: readonly Message[];
}

/** Assigns the numbers and times of a change and builds its events. */
export function changeSetOf(change: Change, facts: ChangeSetInput): ChangeSet {
  const { current } = change;
  const { at, actor } = facts;
  // Another replica may have stored a later time: time never runs against `seq`.
  const time = current && current.updatedAt > at ? current.updatedAt : at;
  const lines = change.lines.map((line) => lineMessage(line, change.next, facts));
  const unplaced = [...change.messages, ...lines];
  const hasEvents = change.events.length > 0;
  const next = {
    ...change.next,
    version: current ? current.version + Number(hasEvents) : 0,
    lastSeq: (current?.lastSeq ?? 0) + unplaced.length,
    historySeq: (current?.historySeq ?? 0) + change.events.length,
    updatedAt: time,
    activeAt: unplaced.some(isActivity) ? time : change.next.activeAt,
  };
  // Only a single message waits for the engine; batches and service lines count as received.
  const waits = facts.toEngine && change.messages.length === 1;
  const messages = unplaced.map((message, index) => {
    const toEngine = waits && index === 0 && reachesEngine(message.audience);
    const status = toEngine ? MessageStatus.sending : isCarried(message, next) ? MessageStatus.sent : undefined;
    return placed(message, next, { seq: (current?.lastSeq ?? 0) + index + 1, time, status });
  });
  return {
    next,
    messages,
    history: hasEvents ? historyOf(change, historyActor(actor), time, newId) : [],
    events: recordedEvents(change, next, messages, facts),
  };
}

/** Goes to the requester by mail, whose server has the last word. Source: contract 26 section 6.3. */
function isCarried({ side, audience, channel }: NewMessage, request: SupportRequest): boolean {
  return (channel ?? request.channel) === 'email' && audience === 'all' && (side === 'human' || side === 'bot');
}

/** What rules write by themselves keeps no conversation awake. */
function isActivity({ attributes: { automation } }: NewMessage): boolean {
  return !(typeof automation === 'object' && automation !== null && 'rule' in automation);
}

function placed(
  message: NewMessage,
  request: SupportRequest,
  { seq, time, status = MessageStatus.received }: { seq: number; time: Date; status?: MessageStatus | undefined },
): Message {
  const { side: _side, imported, ...content } = message;
  return {
    ...content,
    projectId: request.projectId,
    request: request.id,
    seq,
    id: message.id ?? newId(),
    version: 0,
    createdAt: imported?.createdAt ?? time,
    updatedAt: time,
    status: imported?.status ?? status,
    channel: message.channel ?? request.channel,
    imported: imported !== undefined,
    automated: message.automated === true ? true : null,
    error: null,
    redacted: null,
  };
}

function lineMessage(line: Change['lines'][number], request: SupportRequest, { names }: ChangeSetInput): NewMessage {
  const { text, attributes } = render(line, request, names);
  return {
    side: 'system',
    createdBy: 'system',
    sender: 'system',
    senderFullname: 'System',
    text,
    type: 'text',
    metadata: null,
    attributes,
    language: request.language,
    channel: null,
    externalId: null,
    audience: audienceOf('system', attributes),
  };
}

/** Messages, events of the change, service lines and at last `request.updated`, all with the same after-image. */
function recordedEvents(
  change: Change,
  next: SupportRequest,
  messages: readonly Message[],
  facts: ChangeSetInput,
): NewEvent[] {
  const whole = once(() => requestInEvent(next, facts.copies));
  // Bots need the whole request at once; other consumers fetch what they need.
  const isWhole = facts.wholeRequests || botsOf(next).length > 0;
  const ofMessage = once(() => (isWhole ? whole() : thinRequest(next, facts.copies, facts.toEngine)));
  const aggregate = { noun: 'request', id: next.id, version: next.version, partitionKey: next.id };
  const recorded = (type: string, data: object): NewEvent => ({
    event: { type, data: { ...data, request: whole() } },
    aggregate,
    projectId: next.projectId,
    actor: facts.actor,
  });
  const message = (stored: Message, fromRequester: boolean): NewEvent => ({
    event: messageCreated({
      request: ofMessage(),
      message: viewMessage(stored, next.requestId, 'team'),
      isFirst: stored.seq === 1,
      fromRequester,
    }),
    aggregate: { noun: 'message', id: stored.id, version: 0, partitionKey: next.id },
    projectId: next.projectId,
    actor: facts.actor,
  });

  const lineStart = change.messages.length;
  const last = change.events.at(-1);
  const updated = last?.type === requestUpdated.type ? last : undefined;
  return [
    ...messages
      .slice(0, lineStart)
      .map((stored, index) => message(stored, change.messages[index]?.side === 'requester')),
    ...change.events
      .filter((event) => event !== updated)
      .map((event) => recorded(event.type, completed(event, next, messages, facts))),
    ...messages.slice(lineStart).map((stored) => message(stored, false)),
    ...(change.notices ?? []).map((event) => recorded(event.type, event.data)),
    ...(updated ? [recorded(updated.type, updated.data)] : []),
  ];
}

/** Computes a value on first use. */
function once<Value extends object>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => (made ??= make());
}

/** Adds the members of an event that are known only when it is stored. */
function completed(
  event: PendingEvent,
  next: SupportRequest,
  messages: readonly Message[],
  facts: ChangeSetInput,
): object {
  if (event.type === requestAssigned.type) {
    return { ...event.data, assigneeName: facts.names(String(event.data.assigneeId)).fullname };
  }
  if (event.type !== requestClosed.type) return event.data;

  const newest = [...facts.newest, ...messages].slice(-newestInClosing);
  const fitting = thatFit(newest.map((message) => viewMessage(message, next.requestId, 'team')));
  return {
    ...event.data,
    messages: fitting,
    messagesCount: next.lastSeq,
    messagesTruncated: next.lastSeq > fitting.length,
  };
}

const newestInClosing = 200;
/** The other half of an event is for the request. */
const messagesBytes = maxDataBytes / 2;

/** The newest messages that fit into an event. */
function thatFit(views: readonly MessageView[]): MessageView[] {
  let bytes = 0;
  const first = views.findLastIndex((view) => {
    bytes += Buffer.byteLength(JSON.stringify(view));
    return bytes > messagesBytes;
  });
  return views.slice(first + 1);
}

function historyActor(actor: Initiator): HistoryActor {
  if (actor === 'system') return { type: 'system', id: 'system', name: 'System' };
  if (actor.kind === 'rule') return { type: 'system', id: ruleAuthor(actor.id), name: actor.name };
  const type = actor.kind === 'bot' || actor.kind === 'token' ? actor.kind : 'user';
  return { type, id: callerIdOf(actor), ...(actor.name && { name: actor.name }) };
}

/** Names of the people and bots in these copies; anyone else is named by their id. */
export function namesIn(...known: Copies[]): (member: string) => MemberName {
  const names = new Map<string, MemberName>();
  for (const { agents, bots, requester } of known) {
    for (const teammate of [...agents, ...(requester ? [requester] : [])]) {
      const person = asRecord(teammate.id_user) ?? asRecord(teammate.profile) ?? {};
      const id = asText(person._id) ?? asText(teammate.uuid_user) ?? asText(teammate.id_user);
      if (id) names.set(id, personName(person, id));
    }
    for (const bot of bots) {
      const id = botMember(String(bot._id));
      names.set(id, { fullname: asText(bot.name) ?? id });
    }
  }
  return (member) => names.get(member) ?? { fullname: member };
}

function personName(person: CopiedRecord, id: string): MemberName {
  const firstname = asText(person.firstname);
  const lastname = asText(person.lastname);
  const fullname = [firstname, lastname].filter(Boolean).join(' ') || id;
  return { fullname, ...(firstname && { firstname }), ...(lastname && { lastname }) };
}

const asText = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);
const asRecord = (value: unknown): CopiedRecord | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as CopiedRecord) : undefined;
