import { type Actor, AppError, commonErrors, readTopic, requestErrors, type Topic } from '@parley/contracts';
import type { ConversationsServiceService, WatchFeedResponse } from '@parley/proto-gen/conversations/v1/conversations';
import type { GrpcHandler } from '@parley/service-kit/grpc';

import type { Context } from '../context.ts';
import { type FeedPosition, isAfter } from './cursor.ts';
import type { FeedSubscription } from './feed.ts';
import { checkTopic, firstFrame } from './first-frame.ts';
import type { Frame } from './frame-queue.ts';

type WatchFeed = GrpcHandler<(typeof ConversationsServiceService)['watchFeed'], Context>;
type Answers = AsyncGenerator<WatchFeedResponse>;

interface Watch {
  context: Context;
  actor: Actor;
  topic: Topic;
  subscription: FeedSubscription;
  signal: AbortSignal;
  /** Connections end all their streams at once, and a crowd would begin again: each ends before, at a time of its own. */
  endsAt: number;
}

const pageFrames = 500;
/** How long a first frame waits at most until it is known which changes are in it. */
const catchUpTimeoutMs = 1_000;
const pollMs = 20;

/** One topic of one subscriber: what is there or what he missed, then what comes, until he hangs up. */
export const watchFeed: WatchFeed = async function* (context, { topic: name, after }, { actor, signal }) {
  if (!actor) throw commonErrors.unauthorized();
  const topic = readTopic(name);
  if (!topic || topic.projectId !== actor.projectId) throw requestErrors.request_not_found();
  const until = signal ?? new AbortController().signal;
  if (topic.kind === 'typing') return yield* typing(context, actor, topic, name, until);

  // Heard of before it is looked at: nothing falls between.
  const topicFilter = { topics: new Set([name]), allMessages: false };
  const subscription = await context.feed.follow(actor, topic.projectId, topicFilter);
  try {
    const age = context.config.FEED_STREAM_AGE * (0.5 + Math.random() / 2);
    const watch = { context, actor, topic, subscription, signal: until, endsAt: Date.now() + age };
    const missed = after === '' ? undefined : await positionOf(watch, after);
    yield* missed ? fromPosition(watch, name, missed) : fromNow(watch, after !== '');
  } finally {
    subscription.stop();
  }
};

/** Where the subscriber was; nothing for a cursor that is none here, or no longer. */
async function positionOf({ context, topic }: Watch, after: string): Promise<FeedPosition | undefined> {
  try {
    return await context.feed.positionOf(topic.projectId, after);
  } catch (error) {
    if (error instanceof AppError && (error.kind === 'gone' || error.kind === 'bad_request')) return undefined;
    throw error;
  }
}

async function* fromNow(watch: Watch, expired: boolean): Answers {
  const { context, actor, topic, subscription } = watch;
  const { text = '', versions } = await firstFrame(context, actor, topic);
  const readUpTo = await context.feedRepository.lastSequenceNumber();
  const isNews = ({ position, id, version, method }: Frame): boolean => {
    const known = position.seq <= readUpTo ? versions.get(id) : undefined;
    // What was deleted tells no version.
    return known === undefined || version > known || (method === 'DELETE' && version === 0);
  };
  const { position, frames } = await framesUpTo(watch, readUpTo);
  // Frames were dropped, and the subscriber has none of them yet: he begins again.
  if (subscription.isOverflowed()) return;
  const first = frames.findIndex(isNews);
  // The cursor stands before the first change that is not in the frame, so that whoever goes on from it hears of none twice.
  const before = first < 0 ? position : (frames[first - 1]?.position ?? subscription.from);
  const cursor = context.feed.cursorOf(topic.projectId, before);
  yield { method: text === '' ? '' : 'CREATE', messageJson: text, cursor, expired };
  for (const frame of frames) if (isNews(frame)) yield answerOf(watch, frame);
  yield* newFrames(watch, subscription.from, isNews);
}

/** What came while the first frame was read, as far as it may be in it. Seldom waits: only while others write. */
async function framesUpTo(
  { subscription, signal }: Watch,
  upTo: number,
): Promise<{ position: FeedPosition; frames: Frame[] }> {
  const frames: Frame[] = [];
  const until = Date.now() + catchUpTimeoutMs;
  for (;;) {
    const position = subscription.position();
    frames.push(...(await subscription.take(0, signal)));
    if (position.seq >= upTo || Date.now() >= until || signal.aborted) return { position, frames };
    frames.push(...(await subscription.take(pollMs, signal)));
  }
}

async function* fromPosition(watch: Watch, name: string, missed: FeedPosition): Answers {
  const { context, actor, topic, subscription } = watch;
  const topicFilter = { topics: new Set([name]), allMessages: false };
  let after = missed;
  while (isAfter(subscription.from, after)) {
    const found = await context.feed.page(actor, topic.projectId, topicFilter, {
      ...{ after, upTo: subscription.from, limit: pageFrames },
    });
    for (const frame of found.frames) yield answerOf(watch, frame);
    after = found.position;
  }
  // Who may no longer has heard so by now, if he ever might.
  await checkTopic(context, actor, topic);
  const cursor = context.feed.cursorOf(topic.projectId, after);
  yield { method: '', messageJson: '', cursor, expired: false };
  yield* newFrames(watch, after, () => true);
}

/** @param isNews of what the subscriber may have already */
async function* newFrames(watch: Watch, from: FeedPosition, isNews: (frame: Frame) => boolean): Answers {
  const { context, topic, subscription, signal, endsAt } = watch;
  while (!signal.aborted && !subscription.isOverflowed() && Date.now() < endsAt) {
    const passed = subscription.position();
    const frames = await subscription.take(Math.min(context.config.FEED_IDLE, endsAt - Date.now()), signal);
    for (const frame of frames) {
      if (isAfter(frame.position, from) && isNews(frame)) yield answerOf(watch, frame);
    }
    if (frames.length > 0 || subscription.isOverflowed() || signal.aborted) continue;
    const cursor = context.feed.cursorOf(topic.projectId, passed);
    yield { method: '', messageJson: '', cursor, expired: false };
  }
}

function answerOf({ context, topic }: Watch, { method, text, position }: Frame): WatchFeedResponse {
  return { method, messageJson: text, cursor: context.feed.cursorOf(topic.projectId, position), expired: false };
}

async function* typing(context: Context, actor: Actor, topic: Topic, name: string, signal: AbortSignal): Answers {
  await firstFrame(context, actor, topic);
  yield { method: '', messageJson: '', cursor: '', expired: false };
  for await (const messageJson of context.typing.follow(name, signal)) {
    yield { method: 'CREATE', messageJson, cursor: '', expired: false };
  }
}
