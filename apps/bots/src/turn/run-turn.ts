import type { AnsweringBot } from '../bot/bot.repository.ts';
import type { Bot } from '../bot/bot.ts';
import type { Context } from '../context.ts';
import type { AnsweringIntent, Effect, EffectOf } from '../engine/effect.ts';
import { handoffOutcome, type Outcome, outcomeOf } from '../engine/outcome.ts';
import { computeTurn } from '../engine/turn.ts';
import { newTurnDraft, type TurnDraft, type TurnInput } from '../engine/turn-draft.ts';
import { callWebhook } from './call-webhook.ts';
import type { Turn } from './turn.ts';

/** A bot, and the record it answers with: its published copy, if there is one. */
export interface Responder {
  bot: AnsweringBot;
  record: AnsweringBot;
}

/** The bot of a turn; undefined when it is deleted or in the trash. */
export async function responderOf(
  { bots }: Context,
  { projectId, botId, about }: Turn,
): Promise<Responder | undefined> {
  const [bot] = await bots.findAnswering(projectId, [botId]);
  if (!bot || bot.trashedAt !== null || bot.rootId !== null) return undefined;
  if (bot.publishedId === null || about.request.draft === true) return { bot, record: bot };
  const [copy] = await bots.findAnswering(projectId, [bot.publishedId]);
  return { bot, record: copy ?? bot };
}

/** The outcome of a turn, and what metrics need to know about it. */
export interface TurnResult {
  outcome: Outcome;
  answered: TurnDraft['answered'];
  dropped: number;
  skipped: number;
}

/** The intents changed during a turn; it restarts with the current ones. */
class IntentsChanged extends Error {}

/** Runs a turn against one version of the intents. */
export async function runTurn(context: Context, turn: Turn, responder: Responder): Promise<TurnResult> {
  const until = Date.now() + context.config.BOT_TURN_TIMEOUT;
  for (let current = responder; ; ) {
    try {
      return await runOnce(context, turn, current, until);
    } catch (error) {
      const next = error instanceof IntentsChanged ? await responderOf(context, turn) : undefined;
      if (!next) throw error;
      current = next;
    }
  }
}

/** On timeout the draft counts as it is. Source: contract 60 section 7.7. */
async function runOnce(context: Context, turn: Turn, { bot, record }: Responder, until: number): Promise<TurnResult> {
  const draft = newTurnDraft(await inputOf(context, turn, { bot, record }));
  const steps = computeTurn(draft);
  let step = steps.next();
  while (!step.done) {
    const leftMs = until - Date.now();
    if (leftMs <= 0) break;
    step = steps.next(await perform(context, { turn, bot, record, leftMs }, step.value));
  }
  const { answered, dropped, skipped } = draft;
  return { outcome: outcomeOf(draft), answered, dropped, skipped };
}

/** The outcome of a turn that failed in every attempt. */
export async function handoffTurn(context: Context, turn: Turn, responder: Responder): Promise<Outcome> {
  return handoffOutcome(await inputOf(context, turn, responder));
}

async function inputOf(context: Context, turn: Turn, { bot, record }: Responder): Promise<TurnInput> {
  const { config, indexes, turns } = context;
  const [index, { parameters, session }] = await Promise.all([indexes.of(record), turns.state(turn)]);
  const { name, language, webhookUrl, webhookEnabled, attributes } = record;
  return {
    bot: { id: bot.id, name, language, webhookUrl, webhookEnabled, attributes },
    index,
    message: turn.message,
    fromRequester: turn.about.fromRequester,
    request: turn.about.request,
    ...{ parameters, session },
    limits: { perMinute: config.BOT_TURNS_PER_MINUTE, inAll: config.BOT_TURNS_MAX },
    now: Date.now(),
  };
}

interface EffectScope extends Responder {
  turn: Turn;
  leftMs: number;
}

function perform(context: Context, scope: EffectScope, effect: Effect): Promise<unknown> {
  const { projectId, about } = scope.turn;
  switch (effect.kind) {
    case 'stems':
      return stemsOf(context, scope.record, effect);
    case 'labels':
      return context.labels.of(projectId, about.request.language);
    case 'intent':
      return intentOf(context, scope, effect.id);
    case 'regex':
      return context.patterns.fits(effect.pattern, effect.text);
    case 'webhook':
      return callWebhook(context, { bot: callingBotOf(scope), turn: scope.turn, leftMs: scope.leftMs }, effect);
    case 'department':
      return context.workspace.findDepartmentNamed(projectId, effect.name);
  }
}

async function stemsOf({ stems }: Context, { language }: Bot, { text }: EffectOf<'stems'>): Promise<string[]> {
  const [own = []] = await stems.of([text], language);
  return own;
}

/** @throws IntentsChanged when the version differs from the one that was searched */
async function intentOf(
  { intents }: Context,
  { record }: EffectScope,
  id: string,
): Promise<AnsweringIntent | undefined> {
  const found = await intents.findOf(record.projectId, record.id, [id]);
  if (found.version !== record.intentsVersion) throw new IntentsChanged();
  return found.intents[0];
}

/** A published copy calls webhooks with id and secret of its original. */
function callingBotOf({ bot, record }: Responder): Bot {
  const { id, name, secret, previousSecret, previousSecretUntil } = bot;
  return { ...record, id, name, secret, previousSecret, previousSecretUntil, rootId: null };
}
