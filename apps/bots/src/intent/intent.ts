import { isDeepStrictEqual } from 'node:util';

import { type DomainEvent, type IntentView, intentDeleted, intentUpdated } from '@parley/contracts';

type JsonObject = Record<string, unknown>;

/** What callers may write of an intent. What it has not is `null`. */
export interface IntentFields {
  intentId: string;
  name: string;
  question: string | null;
  answer: string | null;
  actions: JsonObject[];
  form: JsonObject | null;
  reply: JsonObject | null;
  attributes: JsonObject;
  enabled: boolean;
  webhookEnabled: boolean;
  topic: string;
}

/** What a bot answers to what. */
export interface Intent extends IntentFields {
  id: string;
  projectId: string;
  botId: string;
  createdBy: string;
  createdAt: Date;
  updatedAt: Date;
  version: number;
}

export interface IntentChange {
  next: Intent;
  events: DomainEvent[];
}

/** An intent as callers write it: names of the wire, absent is unchanged. */
export interface IntentWriting {
  intent_display_name?: string | undefined;
  intent_id?: string | undefined;
  question?: string | null | undefined;
  answer?: string | null | undefined;
  actions?: JsonObject[] | undefined;
  form?: JsonObject | null | undefined;
  reply?: JsonObject | null | undefined;
  attributes?: JsonObject | undefined;
  enabled?: boolean | undefined;
  webhook_enabled?: boolean | undefined;
  topic?: string | undefined;
}

/** What was written, by our own names. */
export function fieldsOf(written: IntentWriting): Partial<IntentFields> {
  const { intent_display_name: name, intent_id: intentId, webhook_enabled: webhookEnabled } = written;
  const { question, answer, actions, form, reply, attributes, enabled, topic } = written;
  const fields = { name, intentId, webhookEnabled, question, answer, actions, form, reply, attributes, enabled, topic };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** Addresses that an answer tells to ask. Those with a placeholder are not known before the call. */
export function webhookAddresses({ answer }: Pick<IntentWriting, 'answer'>): string[] {
  const lines = answer?.matchAll(webhookLine) ?? [];
  return [...lines].map(([, address = '']) => address).filter((address) => !/\$\{|\{\{/.test(address));
}

/** The answer without the lines that ask these addresses. */
export function withoutWebhooks(answer: string, addresses: ReadonlySet<string>): string {
  return answer.replace(webhookLine, (line, address: string) => (addresses.has(address) ? '' : line));
}

const webhookLine = /^\\webhook:(\S+)[^\n]*\n?/gm;

const letters = 'abcdefghijklmnopqrstuvwxyz0123456789';

function randomName(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(6));
  return Array.from(bytes, (byte) => letters[byte % letters.length]).join('');
}

export function newIntent(
  about: Pick<Intent, 'id' | 'projectId' | 'botId' | 'createdBy' | 'createdAt'>,
  written: Partial<IntentFields>,
): Intent {
  return {
    ...{ intentId: crypto.randomUUID(), name: randomName(), question: null, answer: null, actions: [], form: null },
    ...{ reply: null, attributes: {}, enabled: true, webhookEnabled: false, topic: 'default' },
    ...written,
    ...about,
    ...{ updatedAt: about.createdAt, version: 0 },
  };
}

/** @param language of the bot, which is that of all its intents */
export function update(current: Intent, written: Partial<IntentFields>, language: string, at: Date): IntentChange {
  const names = Object.keys(written) as (keyof IntentFields)[];
  if (names.every((name) => isDeepStrictEqual(current[name], written[name]))) return { next: current, events: [] };

  const next = { ...current, ...written, updatedAt: at, version: current.version + 1 };
  return { next, events: [intentUpdated({ intent: viewOf(next, language) })] };
}

export function remove(current: Intent, language: string, at: Date): IntentChange {
  const next = { ...current, updatedAt: at, version: current.version + 1 };
  return { next, events: [intentDeleted({ intent: viewOf(next, language) })] };
}

/** The intent as admins see it. */
export function viewOf(intent: Intent, language: string): IntentView {
  const { question, answer, form, reply } = intent;
  const optional = { question, answer, form, reply };
  return {
    _id: intent.id,
    id: intent.id,
    id_project: intent.projectId,
    id_faq_kb: intent.botId,
    intent_id: intent.intentId,
    intent_display_name: intent.name,
    ...Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== null)),
    actions: intent.actions,
    attributes: intent.attributes,
    enabled: intent.enabled,
    webhook_enabled: intent.webhookEnabled,
    topic: intent.topic,
    language,
    createdBy: intent.createdBy,
    createdAt: intent.createdAt.toISOString(),
    updatedAt: intent.updatedAt.toISOString(),
    __v: intent.version,
  };
}

/** The intent as agents see it: without what may hold keys. */
export function agentViewOf(intent: Intent, language: string): IntentView {
  const { actions: _actions, attributes: _attributes, reply: _reply, ...view } = viewOf(intent, language);
  return view as IntentView;
}
