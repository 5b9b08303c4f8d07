import type { TextsByLabel } from '@parley/contracts';

/** What a webhook answers, as far as it is used. Source: contract 60 section 7.3. */
export interface WebhookReply {
  text: string;
  type?: string;
  metadata?: Record<string, unknown>;
  attributes?: Record<string, unknown>;
  language?: string;
  parameters?: Record<string, unknown>;
}

/** An intent with all that is needed to answer by it. */
export interface AnsweringIntent {
  id: string;
  intentId: string;
  name: string;
  answer: string | null;
  actions: readonly Record<string, unknown>[];
  form: Record<string, unknown> | null;
  attributes: Readonly<Record<string, unknown>>;
  webhookEnabled: boolean;
}

/** What the engine cannot know or do by itself. It asks, and whoever runs it answers. */
interface Effects {
  /** Stems of a text, stop words left out. */
  stems: { ask: { text: string }; answer: readonly string[] };
  /** The project's labels, in the language of the request. */
  labels: { ask: object; answer: TextsByLabel };
  /** An intent that the index knows; none when it has gone since. */
  intent: { ask: { id: string }; answer: AnsweringIntent | undefined };
  /** Whether a visitor's pattern fits; false when it takes too long. */
  regex: { ask: { pattern: string; text: string }; answer: boolean };
  /** `suspended`: nothing is called for the moment. */
  webhook: {
    ask: { url: string; intent: AnsweringIntent; parameters: Readonly<Record<string, unknown>>; nth: number };
    answer: WebhookReply | 'failed' | 'suspended';
  };
  /** `_id` of a department, by its name. */
  department: { ask: { name: string }; answer: string | undefined };
}

export type EffectKind = keyof Effects;
export type EffectOf<Kind extends EffectKind> = { kind: Kind } & Effects[Kind]['ask'];
export type Effect = { [Kind in EffectKind]: EffectOf<Kind> }[EffectKind];
export type ResultOf<Kind extends EffectKind> = Effects[Kind]['answer'];

/** A computation that may ask on its way. */
export type Effectful<Result> = Generator<Effect, Result, unknown>;

export function* ask<Kind extends EffectKind>(effect: EffectOf<Kind>): Effectful<ResultOf<Kind>> {
  return (yield effect as Effect) as ResultOf<Kind>;
}
