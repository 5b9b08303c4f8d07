import type { AnsweringBot } from '../bot/bot.repository.ts';
import type { Bot } from '../bot/bot.ts';
import type { Context } from '../context.ts';
import type { Answer, Effect, EffectOf } from '../engine/effect.ts';
import { type Outcome, outcomeOf, troubled } from '../engine/outcome.ts';
import { begin, type Story, type TurnInput } from '../engine/story.ts';
import { takeTurn } from '../engine/turn.ts';
import { callWebhook } from './call-webhook.ts';
import type { Turn } from './turn.ts';

/** A bot, and the record that speaks for it: its published copy once there is one. */
export interface Speaker {
  bot: AnsweringBot;
  frozen: AnsweringBot;
}

/** Whose turn it is; nothing when the bot is no more, or in the trash. */
export async function speakerOf({ bots }: Context, { projectId, botId, about }: Turn): Promise<Speaker | undefined> {
  const [bot] = await bots.findAnswering(projectId, [botId]);
  if (!bot || bot.trashedAt !== null || bot.rootId !== null) return undefined;
  if (bot.publishedId === null || about.request.draft === true) return { bot, frozen: bot };
  const [copy] = await bots.findAnswering(projectId, [bot.publishedId]);
  return { bot, frozen: copy ?? bot };
}

/** What a bot says and does about a message, and what the operator is to know of it. */
export interface Told {
  outcome: Outcome;
  answered: Story['answered'];
  dropped: number;
  skipped: number;
}

/** The intents were changed while a turn was told: it begins anew with those that are there now. */
class IntentsChanged extends Error {}

/** Tells a turn, by the intents as they are at one moment. */
export async function runTurn(context: Context, turn: Turn, speaker: Speaker): Promise<Told> {
  const until = Date.now() + context.config.BOT_TURN_TIMEOUT;
  for (let current = speaker; ; ) {
    try {
      return await tell(context, turn, current, until);
    } catch (error) {
      const next = error instanceof IntentsChanged ? await speakerOf(context, turn) : undefined;
      if (!next) throw error;
      current = next;
    }
  }
}

/** When its time is over, what was made of it counts. Source: contract 60 section 7.7. */
async function tell(context: Context, turn: Turn, { bot, frozen }: Speaker, until: number): Promise<Told> {
  const story = begin(await inputOf(context, turn, { bot, frozen }));
  const told = takeTurn(story);
  let step = told.next();
  while (!step.done) {
    const leftMs = until - Date.now();
    if (leftMs <= 0) break;
    step = told.next(await perform(context, { turn, bot, frozen, leftMs }, step.value));
  }
  const { answered, dropped, skipped } = story;
  return { outcome: outcomeOf(story), answered, dropped, skipped };
}

/** Of a turn that failed again and again. */
export async function troubledTurn(context: Context, turn: Turn, speaker: Speaker): Promise<Outcome> {
  return troubled(await inputOf(context, turn, speaker));
}

async function inputOf(context: Context, turn: Turn, { bot, frozen }: Speaker): Promise<TurnInput> {
  const { config, indexes, turns } = context;
  const [index, { parameters, session }] = await Promise.all([indexes.of(frozen), turns.state(turn)]);
  const { name, language, webhookUrl, webhookEnabled, attributes } = frozen;
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

interface Scene extends Speaker {
  turn: Turn;
  leftMs: number;
}

function perform(context: Context, scene: Scene, effect: Effect): Promise<unknown> {
  const { projectId, about } = scene.turn;
  switch (effect.kind) {
    case 'stems':
      return stemsOf(context, scene.frozen, effect);
    case 'labels':
      return context.labels.of(projectId, about.request.language);
    case 'intent':
      return answerOf(context, scene, effect.id);
    case 'regex':
      return context.patterns.fits(effect.pattern, effect.text);
    case 'webhook':
      return callWebhook(context, { bot: callerOf(scene), turn: scene.turn, leftMs: scene.leftMs }, effect);
    case 'department':
      return context.workspace.findDepartmentNamed(projectId, effect.name);
  }
}

async function stemsOf({ stems }: Context, { language }: Bot, { text }: EffectOf<'stems'>): Promise<string[]> {
  const [own = []] = await stems.of([text], language);
  return own;
}

/** @throws IntentsChanged when they are no longer those that were searched */
async function answerOf({ intents }: Context, { frozen }: Scene, id: string): Promise<Answer | undefined> {
  const found = await intents.findOf(frozen.projectId, frozen.id, [id]);
  if (found.version !== frozen.intentsVersion) throw new IntentsChanged();
  return found.intents[0];
}

/** A copy calls with the secret of its bot, and as that. */
function callerOf({ bot, frozen }: Speaker): Bot {
  const { id, name, secret, previousSecret, previousSecretUntil } = bot;
  return { ...frozen, id, name, secret, previousSecret, previousSecretUntil, rootId: null };
}
