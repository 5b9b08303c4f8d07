import type { TextsByLabel } from '@parley/contracts';

/** The used part of a webhook response. Source: contract 60 section 7.3. */
export interface WebhookReply {
  text: string;
  type?: string;
  metadata?: Record<string, unknown>;
  attributes?: Record<string, unknown>;
  language?: string;
  parameters?: Record<string, unknown>;
}

/** An intent with all that is needed to answer with it. */
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

/** What the pure engine cannot know or do itself: it yields an effect, and its runner resumes it with the result. */
interface Effects {
  /** Stems of a text, stop words left out. */
  stems: { ask: { text: string }; answer: readonly string[] };
  /** The project's labels, in the language of the request. */
  labels: { ask: object; answer: TextsByLabel };
  /** An intent of the index; undefined when it was deleted since. */
  intent: { ask: { id: string }; answer: AnsweringIntent | undefined };
  /** Whether a text matches the pattern of a form field; false on timeout. */
  regex: { ask: { pattern: string; text: string }; answer: boolean };
  /** `suspended`: the circuit breaker of the bot is open. */
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

/** A computation that may yield effects. */
export type Effectful<Result> = Generator<Effect, Result, unknown>;

export function* ask<Kind extends EffectKind>(effect: EffectOf<Kind>): Effectful<ResultOf<Kind>> {
  return (yield effect as Effect) as ResultOf<Kind>;
}
