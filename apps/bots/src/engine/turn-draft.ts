import {
  labelled,
  type MessageView,
  mentionsLabels,
  parseMicroLanguage,
  type RequestInEvent,
  TurnMessage,
} from '@parley/contracts';

import { ask, type Effectful } from './effect.ts';
import { fillPlaceholders, fillPlaceholdersDeep } from './fill.ts';
import type { IntentIndex, Matchable } from './intent-index.ts';
import { applyChanges, type OwnName, ownNames, type ParameterChanges, type Parameters } from './parameters.ts';
import { sentence } from './sentences.ts';
import type { Session, TurnLimits } from './session.ts';

/** The fields of a bot that the engine needs. */
export interface EngineBot {
  /** Id of the participating bot, also when its published copy answers. */
  id: string;
  name: string;
  language: string;
  webhookUrl: string | null;
  webhookEnabled: boolean;
  attributes: Readonly<Record<string, unknown>>;
}

export type MessageInTurn = Pick<MessageView, '_id' | 'text'> & { attributes: Readonly<Record<string, unknown>> };
export type RequestInTurn = Partial<RequestInEvent> & Pick<RequestInEvent, '_id' | 'request_id' | 'id_project'>;

/** All inputs of a turn, apart from results of effects. */
export interface TurnInput {
  bot: EngineBot;
  index: IntentIndex;
  message: MessageInTurn;
  /** The requester wrote the message. */
  fromRequester: boolean;
  request: RequestInTurn;
  parameters: Parameters;
  session: Session;
  limits: TurnLimits;
  /** In ms since the epoch. */
  now: number;
}

/** A message of a bot, in the form of ApplyBotTurn. */
export interface OutgoingMessage {
  text: string;
  type: string;
  metadata?: Record<string, unknown>;
  attributes: Record<string, unknown>;
  language: string;
}

export type Move = { kind: 'none' | 'handoff' | 'close' } | { kind: 'department'; departmentId: string };

/** The answering intent, and why it was chosen. */
export interface Reason {
  intent?: Pick<Matchable, 'id' | 'name'> & { attributes?: Readonly<Record<string, unknown>> };
  isFallback: boolean;
  confidence: number;
  others: readonly { intent_name: string; confidence: number }[];
}

/** A message before labels, micro-language and placeholders are processed. */
export interface Content {
  text: string;
  type?: string | undefined;
  metadata?: Record<string, unknown> | undefined;
  attributes?: Record<string, unknown> | undefined;
  language?: string | undefined;
}

const maxMessages = 10;
const maxBytes = 65_536;

/** A turn under construction; complete after every step, so that it can be cut off. */
export interface TurnDraft {
  readonly input: TurnInput;
  messages: OutgoingMessage[];
  bytes: number;
  move: Move;
  session: Session;
  parameters: Parameters;
  changes: ParameterChanges;
  dropped: number;
  skipped: number;
  jumps: number;
  webhooks: number;
  answered: 'intent' | 'fallback' | 'trouble' | undefined;
  /** Lead fields that the requester has filled in. */
  lead: { fullname?: string; email?: string };
  /** The same as attributes for the next message. */
  leadAttributes: Record<string, string>;
}

export function newTurnDraft(input: TurnInput): TurnDraft {
  const { session, parameters } = input;
  return {
    ...{ input, session, parameters, messages: [], bytes: 0, move: { kind: 'none' }, changes: {} },
    ...{ dropped: 0, skipped: 0, jumps: 0, webhooks: 0, answered: undefined, lead: {}, leadAttributes: {} },
  };
}

/** Writes parameters; invalid ones are dropped and counted. */
export function write(draft: TurnDraft, changes: ParameterChanges): void {
  const { parameters, faults } = applyChanges(draft.parameters, changes);
  draft.parameters = parameters;
  draft.changes = { ...draft.changes, ...changes };
  draft.dropped += faults.length;
}

/** Sets the move after the messages: the first one wins, except that closing overrides. */
export function propose(draft: TurnDraft, move: Move): void {
  if (move.kind === 'close' || draft.move.kind === 'none') draft.move = move;
}

/** Adds a sentence of apology and hands the conversation over to people. */
export function handToPeople(draft: TurnDraft): void {
  const { bot, request } = draft.input;
  const text = sentence('trouble', request.language, bot.language);
  draft.messages.push({ text, type: 'text', attributes: {}, language: bot.language });
  draft.answered = 'trouble';
  draft.move = { kind: 'handoff' };
}

/**
 * Adds a message in the four steps of contract 60 section 5: labels, parse, fill, store.
 * @returns whether there was a message or a move
 */
export function* say(draft: TurnDraft, content: Content, reason: Reason): Effectful<boolean> {
  const raw = content.text;
  const stored = mentionsLabels(raw) ? labelled(raw, yield* ask({ kind: 'labels' })) : raw;
  const { text, move } = withoutCommands(withoutWebhook(stored).text);
  if (move) propose(draft, { kind: move });
  const { buttons, ...parsed } = parseMicroLanguage(text);
  const lookUp = (name: string) => placeholderValue(draft, name);
  const metadata = parsed.metadata ?? content.metadata;
  const attachment = buttons.length > 0 ? { attachment: { type: 'template', buttons } } : {};
  const { nextBlockAction: _next, microlanguage: _flag, ...own } = reason.intent?.attributes ?? {};
  const hasSpoken = addMessage(draft, {
    text: fillPlaceholders(parsed.text, lookUp),
    type: parsed.type ?? content.type ?? 'text',
    ...(metadata && { metadata: fillPlaceholdersDeep(metadata, lookUp) as Record<string, unknown> }),
    attributes: {
      ...own,
      ...withAttachment({ ...content.attributes, ...attachment }, lookUp),
      _raw_message: raw,
      ...reasonAttributes(draft, reason),
    },
    language: content.language ?? draft.input.bot.language,
  });
  return hasSpoken || move !== undefined;
}

/** Replaces placeholders in the attachment, the only attribute that clients display. */
function withAttachment(attributes: Record<string, unknown>, lookUp: (name: string) => unknown) {
  if (attributes.attachment === undefined) return attributes;
  return { ...attributes, attachment: fillPlaceholdersDeep(attributes.attachment, lookUp) };
}

/** Adds a message unless it is blank or the turn has reached its limits. */
function addMessage(draft: TurnDraft, wanted: OutgoingMessage): boolean {
  const isBlank = wanted.text.trim() === '' && wanted.type === 'text';
  if (isBlank && !wanted.attributes.attachment && !wanted.attributes.commands) return false;
  if (draft.messages.length >= maxMessages || draft.bytes >= maxBytes) return true;

  const text = cut(wanted.text, maxBytes - draft.bytes);
  const message = { ...wanted, text, attributes: { ...wanted.attributes, ...draft.leadAttributes } };
  const fitting = [message, withoutExtras(message)].find((one) => TurnMessage.safeParse(one).success);
  if (!fitting) return false;
  draft.leadAttributes = {};
  draft.bytes += Buffer.byteLength(text);
  draft.messages.push(fitting);
  return true;
}

/** Reduces an oversized message to its text. */
function withoutExtras({ text, attributes, language }: OutgoingMessage): OutgoingMessage {
  const { _answerid, intent_info } = attributes;
  return { text, type: 'text', attributes: { ...(_answerid !== undefined && { _answerid }), intent_info }, language };
}

function cut(text: string, bytes: number): string {
  if (Buffer.byteLength(text) <= bytes) return text;
  return Buffer.from(text)
    .subarray(0, bytes)
    .toString('utf8')
    .replace(/\uFFFD+$/, '');
}

function reasonAttributes({ input: { message } }: TurnDraft, { intent, isFallback, confidence, others }: Reason) {
  return {
    ...(intent && { _answerid: intent.id }),
    intent_info: {
      intent_name: isFallback ? 'DEFAULT_FALLBACK' : (intent?.name ?? ''),
      is_fallback: isFallback,
      confidence,
      question_payload: { _id: message._id, text: message.text },
      others,
    },
  };
}

const command = /(?<!\S)\\(agent|close)(?![\p{L}\p{N}_-])/gu;

/** Removes `\agent` and `\close` where they are separate words; `\close` wins. */
function withoutCommands(text: string): { text: string; move?: 'handoff' | 'close' } {
  const found = [...text.matchAll(command)].map(([, word]) => word);
  if (found.length === 0) return { text };
  return { text: text.replace(command, ''), move: found.includes('close') ? 'close' : 'handoff' };
}

const webhookLine = /^\\webhook(?::(\S+))?/m;

/** Removes `\webhook` and `\webhook:URL` at the start of lines. */
export function withoutWebhook(text: string): { text: string; isWanted: boolean; url?: string | undefined } {
  const found = webhookLine.exec(text);
  if (!found) return { text, isWanted: false };
  return { text: text.replace(new RegExp(webhookLine, 'gm'), ''), isWanted: true, url: found[1] };
}

/** Resolves a placeholder: a value of the engine, else a parameter, else a global of the bot. */
function placeholderValue(draft: TurnDraft, name: string): unknown {
  if ((ownNames as readonly string[]).includes(name)) return ownValue(draft.input, name as OwnName);
  if (Object.hasOwn(draft.parameters, name)) return draft.parameters[name];
  const { globals } = draft.input.bot.attributes;
  const entries = Array.isArray(globals) ? (globals as { key?: unknown; value?: unknown }[]) : [];
  return entries.find((entry) => entry?.key === name)?.value;
}

function ownValue({ bot, message, request }: TurnInput, name: OwnName): unknown {
  const { department, lead, location, channel } = request;
  const values: Record<OwnName, unknown> = {
    project_id: request.id_project,
    conversation_id: request.request_id,
    chatbot_id: bot.id,
    chatbot_name: bot.name,
    department_id: department?._id,
    department_name: department?.name,
    last_user_text: message.text,
    lastUserText: message.text,
    last_message_id: message._id,
    user_id: request.requester_id,
    userLeadId: lead?._id,
    user_language: request.language,
    user_source_page: request.sourcePage,
    user_agent: request.userAgent,
    user_country: location?.country,
    user_city: location?.city,
    chatChannel: channel?.name,
    ticketId: request.ticket_id,
  };
  return values[name];
}
