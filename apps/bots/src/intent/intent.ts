import { isDeepStrictEqual } from 'node:util';

import { type DomainEvent, type IntentView, intentDeleted, intentUpdated } from '@parley/contracts';

type JsonObject = Record<string, unknown>;

/** The fields of an intent that callers may write; `null` is no value. */
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

/** Training phrases of a bot, and what it answers to them. */
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

/** The fields of an intent in a request body, by wire name; an absent field stays unchanged. */
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

/** Maps wire names to ours. */
export function fieldsOf(written: IntentWriting): Partial<IntentFields> {
  const { intent_display_name: name, intent_id: intentId, webhook_enabled: webhookEnabled } = written;
  const { question, answer, actions, form, reply, attributes, enabled, topic } = written;
  const fields = { name, intentId, webhookEnabled, question, answer, actions, form, reply, attributes, enabled, topic };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** The webhook addresses in an answer, without those that contain placeholders and are unknown before the call. */
export function webhookAddresses({ answer }: Pick<IntentWriting, 'answer'>): string[] {
  const lines = answer?.matchAll(webhookLine) ?? [];
  return [...lines].map(([, address = '']) => address).filter((address) => !/\$\{|\{\{/.test(address));
}

/** Removes the webhook lines with these addresses. */
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

/** @param language language of the bot, which all its intents share */
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

/** The view for admins. */
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

/** The view for agents: without fields that may contain keys. */
export function agentViewOf(intent: Intent, language: string): IntentView {
  const { actions: _actions, attributes: _attributes, reply: _reply, ...view } = viewOf(intent, language);
  return view as IntentView;
}
