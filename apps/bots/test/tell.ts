import type { MessageView, TextsByLabel } from '@parley/contracts';

import type { Answer, Effect, WebhookReply } from '../src/engine/effect.ts';
import { IntentIndex } from '../src/engine/intent-index.ts';
import { newSession, type Session } from '../src/engine/session.ts';
import { begin, type EngineBot, type RequestInTurn, type Story } from '../src/engine/story.ts';
import { takeTurn } from '../src/engine/turn.ts';
import { wordsOf } from '../src/engine/words.ts';

export type TestIntent = Partial<Answer> & { name: string; question?: string };

export interface Scene {
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

/** Tells one turn without a database: words are their own stems. */
export function tell(text: string, scene: Scene = {}): Story {
  const intents = (scene.intents ?? []).map((intent, index) => complete(intent, index));
  const matchable = intents.map((intent) => ({ ...intent, question: intent.question ?? null }));
  const index = new IntentIndex(matchable, (phrase) => wordsOf(phrase, 'en'));
  const story = begin({
    bot: {
      ...{ id: 'b1', name: 'Robby', language: 'en', webhookUrl: null, webhookEnabled: false, attributes: {} },
      ...scene.bot,
    },
    index,
    message: { _id: 'm1', text, attributes: {}, ...scene.message },
    fromRequester: scene.fromRequester ?? true,
    request: { _id: 'r1', request_id: 'support-group-1', id_project: 'p1', ...scene.request },
    parameters: scene.parameters ?? {},
    session: { ...newSession, ...scene.session },
    limits: { perMinute: 30, inAll: 500 },
    now: scene.now ?? 1_000_000,
  });
  const turn = takeTurn(story);
  let step = turn.next();
  while (!step.done) step = turn.next(perform(step.value, intents, scene));
  return story;
}

/** The same turns one after the other, each where the last one ended. */
export function talk(texts: readonly string[], scene: Scene = {}): Story[] {
  const told: Story[] = [];
  for (const text of texts) {
    const last = told.at(-1);
    told.push(tell(text, last ? { ...scene, session: last.session, parameters: { ...last.parameters } } : scene));
  }
  return told;
}

export const textsOf = ({ messages }: Story): string[] => messages.map(({ text }) => text);

function perform(effect: Effect, intents: readonly Answer[], scene: Scene): unknown {
  switch (effect.kind) {
    case 'stems':
      return wordsOf(effect.text, 'en');
    case 'labels':
      return scene.labels ?? {};
    case 'intent':
      return intents.find(({ id }) => id === effect.id);
    case 'regex':
      return new RegExp(effect.pattern).test(effect.text);
    case 'webhook':
      return scene.webhook?.(effect) ?? 'failed';
    case 'department':
      return scene.departments?.[effect.name.toLowerCase()];
  }
}

function complete(intent: TestIntent, index: number): Answer & { question?: string } {
  const empty = { answer: null, actions: [], form: null, attributes: {}, webhookEnabled: false };
  return { ...empty, id: `i${index}`, intentId: `id-${intent.name}`, ...intent };
}
