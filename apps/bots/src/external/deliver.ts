import { AppError } from '@parley/contracts';
import { runInCall } from '@parley/service-kit/call';
import { enqueueTask, type Task, type TaskHandler } from '@parley/service-kit/tasks';

import { type Bot, isExternal } from '../bot/bot.ts';
import { isDelivered } from '../call/call.ts';
import { callBot } from '../call/call-bot.ts';
import type { Context } from '../context.ts';
import { applyChanges } from '../engine/parameters.ts';
import { sentence } from '../engine/sentences.ts';
import { responderOf } from '../turn/run-turn.ts';
import { originOf, type Turn } from '../turn/turn.ts';
import { bodyOf, type ExternalReply, pauseAfter, replyIn } from './external-call.ts';

const callTask = 'call-external-bot';
const replyTask = 'post-external-reply';
const handOverTask = 'hand-over-external-turn';

interface CallStep {
  turn: string;
  /** 1 for the first one. */
  attempt: number;
  /** How often the call was postponed because the bot had reached its limit of concurrent calls. */
  waits: number;
}

interface ReplyStep {
  turn: string;
  reply: ExternalReply;
}

type Step = CallStep | ReplyStep | { turn: string };

/** Bulkhead per process and bot: a bot that hangs must not occupy all calls. */
const maxConcurrentCalls = 16;
const waitMs = 500;
const maxWaitMs = 10_000;
/** Longer than all attempts of a call together. */
const parkedMs = 600_000;

/**
 * Delivers a turn to an external bot. The turn stays parked until the delivery ends, so that the next turn of its conversation waits.
 * Each step of the delivery is a durable task. Source: contract 60 section 7.8.
 */
export async function deliver({ db, turns }: Context, turn: Turn): Promise<void> {
  await db.transaction(async () => {
    if (await turns.park(turn, parkedMs))
      await enqueueStep(db, turn, callTask, { turn: turn.id, attempt: 1, waits: 0 });
  });
}

/** Handlers of the delivery steps, by kind of task. */
export function deliveryTasks(context: Context): Record<string, TaskHandler> {
  const running = new Map<string, number>();
  return {
    [callTask]: (task) =>
      withTurn(context, task, (turn, bot) => withBulkhead(context, running, turn, bot, task.payload as CallStep)),
    [replyTask]: (task) => withTurn(context, task, (turn, bot) => post(context, turn, bot, task.payload as ReplyStep)),
    [handOverTask]: (task) => withTurn(context, task, (turn, bot) => handOver(context, turn, bot)),
  };
}

/** Runs a step unless the turn is over: the bot has left or was deleted, or the request is closed. */
async function withTurn(context: Context, task: Task, work: (turn: Turn, bot: Bot) => Promise<void>): Promise<void> {
  const { turns } = context;
  const turn = await turns.find(task.projectId, (task.payload as { turn: string }).turn);
  if (!turn) return;
  const chain = { requestId: turn.correlationId, correlationId: turn.correlationId, causationId: turn.causationId };
  await runInCall({ ...chain, operation: `bots:${task.kind}`, depth: turn.depth }, async () => {
    const responder = await responderOf(context, turn);
    if (responder && isExternal(responder.bot)) await work(turn, responder.bot);
    else await turns.finish(turn);
  });
}

/** Bulkhead: postpones the call while the bot has the maximum of concurrent calls. */
async function withBulkhead(
  context: Context,
  running: Map<string, number>,
  turn: Turn,
  bot: Bot,
  step: CallStep,
): Promise<void> {
  const others = running.get(bot.id) ?? 0;
  if (others >= maxConcurrentCalls) {
    const waits = step.waits + 1;
    return enqueueStep(context.db, turn, callTask, { ...step, waits }, Math.min(waits * waitMs, maxWaitMs));
  }
  running.set(bot.id, others + 1);
  try {
    await call(context, turn, bot, step.attempt);
  } finally {
    const left = (running.get(bot.id) ?? 1) - 1;
    if (left > 0) running.set(bot.id, left);
    else running.delete(bot.id);
  }
}

/** Makes one attempt; the next step is enqueued before this task ends. */
async function call(context: Context, turn: Turn, bot: Bot, attempt: number): Promise<void> {
  const { config, db, turns } = context;
  const answer = await callBot(context, {
    ...originOf(turn),
    ...{ bot, url: bot.url ?? '', kind: 'message', webhookId: `msg_${turn.id}`, attempt },
    ...{ bodyWith: (token) => bodyOf(turn, bot, token), totalMs: config.BOT_CALL_TIMEOUT },
  });
  const pause = answer && pauseAfter(answer, attempt, config.BOT_CALL_PAUSE, new Date());
  if (pause !== undefined)
    return enqueueStep(db, turn, callTask, { turn: turn.id, attempt: attempt + 1, waits: 0 }, pause);
  if (!answer || !isDelivered(answer)) return enqueueStep(db, turn, handOverTask, { turn: turn.id });

  const reply = replyIn(answer);
  const isSilent = reply.messages.length === 0 && Object.keys(reply.parameters).length === 0;
  if (isSilent) await turns.finish(turn);
  else await enqueueStep(db, turn, replyTask, { turn: turn.id, reply });
}

/** Posts the messages in the response as if the bot had sent them with its token; each exactly once. */
async function post(context: Context, turn: Turn, bot: Bot, { reply }: ReplyStep): Promise<void> {
  const { conversations, counts, turns } = context;
  const { projectId, request, requestId, id } = turn;
  const { event, depth } = originOf(turn);
  await turns.updateParameters(projectId, { id: request, requestId }, (current) => {
    const { parameters, faults } = applyChanges(current, reply.parameters);
    counts.dropped(faults.length);
    return parameters;
  });
  const actor = { kind: 'bot', id: bot.id, projectId, role: 'agent', name: bot.name, requestId, event, depth } as const;
  await ignoreRefusals(async () => {
    for (const [place, message] of reply.messages.entries()) {
      await conversations.append({ projectId, requestId, message, key: `${id} ${place}` }, actor);
      if (place === 0) counts.answered(Date.now() - turn.messageAt.getTime());
    }
  });
  await turns.finish(turn);
}

/** Apologises with one sentence and hands the conversation over to people. */
async function handOver({ conversations, counts, turns }: Context, turn: Turn, bot: Bot): Promise<void> {
  const { projectId, id: turnId, requestId, about } = turn;
  const text = sentence('trouble', about.request.language, bot.language);
  const messages = [{ text, type: 'text', attributes: {}, language: bot.language }];
  const applied = { projectId, turnId, requestId, botId: bot.id, botName: bot.name, messages };
  await ignoreRefusals(() => conversations.applyTurn({ ...applied, move: { kind: 'handoff' } }));
  counts.turn('trouble');
  await turns.finish(turn);
}

/** Ignores refusals: the request goes on without the bot. Outages are rethrown, and the task is retried. */
async function ignoreRefusals(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof AppError) || error.kind === 'unavailable' || error.kind === 'internal') throw error;
  }
}

function enqueueStep(db: Context['db'], { projectId, id }: Turn, kind: string, step: Step, inMs = 0): Promise<void> {
  const { attempt = '', waits = '' } = step as Partial<CallStep>;
  const dueAt = inMs === 0 ? undefined : new Date(Date.now() + inMs);
  return enqueueTask(db, {
    projectId,
    id: `${kind} ${id} ${attempt} ${waits}`,
    kind,
    payload: step,
    ...(dueAt && { dueAt }),
  });
}
