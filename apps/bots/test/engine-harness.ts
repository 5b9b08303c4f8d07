import type { MessageView, TextsByLabel } from '@parley/contracts';

import type { AnsweringIntent, Effect, WebhookReply } from '../src/engine/effect.ts';
import { IntentIndex } from '../src/engine/intent-index.ts';
import { newSession, type Session } from '../src/engine/session.ts';
import { computeTurn } from '../src/engine/turn.ts';
import { type EngineBot, newTurnDraft, type RequestInTurn, type TurnDraft } from '../src/engine/turn-draft.ts';
import { wordsOf } from '../src/engine/words.ts';

export type TestIntent = Partial<AnsweringIntent> & { name: string; question?: string };

export interface TurnScenario {
  intents?: TestIntent[];
  bot?: Partial<EngineBot>;
  session?: Partial<Session>;
  parameters?: Record<string, unknown>;
  message?: Partial<MessageView>;
  request?: Partial<RequestInTurn>;
  fromRequester?: boolean;
  labels?: TextsByLabel;
  departments?: Record<string, string>;
  webhook?: (ask: Extract<Effect, { kind: 'webhook' }>) => WebhookReply | 'failed' | 'suspended';
  now?: number;
}

/** Runs one turn without a database; words are their own stems. */
export function runTestTurn(text: string, scenario: TurnScenario = {}): TurnDraft {
  const intents = (scenario.intents ?? []).map((intent, index) => complete(intent, index));
  const matchable = intents.map((intent) => ({ ...intent, question: intent.question ?? null }));
  const index = new IntentIndex(matchable, (phrase) => wordsOf(phrase, 'en'));
  const draft = newTurnDraft({
    bot: {
      ...{ id: 'b1', name: 'Robby', language: 'en', webhookUrl: null, webhookEnabled: false, attributes: {} },
      ...scenario.bot,
    },
    index,
    message: { _id: 'm1', text, attributes: {}, ...scenario.message },
    fromRequester: scenario.fromRequester ?? true,
    request: { _id: 'r1', request_id: 'support-group-1', id_project: 'p1', ...scenario.request },
    parameters: scenario.parameters ?? {},
    session: { ...newSession, ...scenario.session },
    limits: { perMinute: 30, inAll: 500 },
    now: scenario.now ?? 1_000_000,
  });
  const turn = computeTurn(draft);
  let step = turn.next();
  while (!step.done) step = turn.next(perform(step.value, intents, scenario));
  return draft;
}

/** Runs turns in sequence, each with session and parameters of the previous one. */
export function runTestTurns(texts: readonly string[], scenario: TurnScenario = {}): TurnDraft[] {
  const drafts: TurnDraft[] = [];
  for (const text of texts) {
    const last = drafts.at(-1);
    drafts.push(
      runTestTurn(text, last ? { ...scenario, session: last.session, parameters: { ...last.parameters } } : scenario),
    );
  }
  return drafts;
}

export const textsOf = ({ messages }: TurnDraft): string[] => messages.map(({ text }) => text);

function perform(effect: Effect, intents: readonly AnsweringIntent[], scenario: TurnScenario): unknown {
  switch (effect.kind) {
    case 'stems':
      return wordsOf(effect.text, 'en');
    case 'labels':
      return scenario.labels ?? {};
    case 'intent':
      return intents.find(({ id }) => id === effect.id);
    case 'regex':
      return new RegExp(effect.pattern).test(effect.text);
    case 'webhook':
      return scenario.webhook?.(effect) ?? 'failed';
    case 'department':
      return scenario.departments?.[effect.name.toLowerCase()];
  }
}

function complete(intent: TestIntent, index: number): AnsweringIntent & { question?: string } {
  const empty = { answer: null, actions: [], form: null, attributes: {}, webhookEnabled: false };
  return { ...empty, id: `i${index}`, intentId: `id-${intent.name}`, ...intent };
}
