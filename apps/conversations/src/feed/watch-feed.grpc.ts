import {
  type Actor,
  AppError,
  commonErrors,
  lacksRight,
  readTopic,
  requestErrors,
  type Topic,
} from '@parley/contracts';
import type { ConversationsServiceService, WatchFeedResponse } from '@parley/proto-gen/conversations/v1/conversations';
import type { GrpcHandler } from '@parley/service-kit/grpc';
import { refuseNonTeam } from '../access/participation.ts';
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
  /** Spreads the ends of streams over time: all streams of a broken connection would resume at once. */
  endsAt: number;
}

const pageFrames = 500;
/** How long the first frame waits at most for the tail to catch up with it. */
const catchUpTimeoutMs = 1_000;
const pollMs = 20;

/** Follows one topic for one subscriber: the first frame or what they missed, then new changes until they disconnect. */
export const watchFeed: WatchFeed = async function* (context, { topic: name, after }, { actor, signal }) {
  if (!actor) throw commonErrors.unauthorized();
  const topic = readTopic(name);
  if (!topic || topic.projectId !== actor.projectId || lacksRight(actor, 'requests.read'))
    throw requestErrors.request_not_found();
  const until = signal ?? new AbortController().signal;
  if (topic.kind === 'typing') return yield* typing(context, actor, topic, name, until);
  if (topic.kind === 'viewers') return yield* viewers(context, actor, topic, name, until);

  // Subscribe before reading the state, so that no change falls between.
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

/** The subscriber's position; `undefined` for a cursor that is invalid or expired. */
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
    // A deletion carries no version.
    return known === undefined || version > known || (method === 'DELETE' && version === 0);
  };
  const { position, frames } = await framesUpTo(watch, readUpTo);
  // The queue overflowed before the subscriber received a frame: they start again.
  if (subscription.isOverflowed()) return;
  const first = frames.findIndex(isNews);
  // The cursor lies before the first change that is not in the frame, so that a client that resumes from it sees none twice.
  const before = first < 0 ? position : (frames[first - 1]?.position ?? subscription.from);
  const cursor = context.feed.cursorOf(topic.projectId, before);
  yield { method: text === '' ? '' : 'CREATE', messageJson: text, cursor, expired };
  for (const frame of frames) if (isNews(frame)) yield answerOf(watch, frame);
  yield* newFrames(watch, isNews);
}

/** Frames that arrived while the first frame was read and may be contained in it. Waits only while other transactions write. */
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
  // Rights are checked after the backlog: a subscriber who lost them has received the DELETE by now.
  await checkTopic(context, actor, topic);
  const cursor = context.feed.cursorOf(topic.projectId, after);
  yield { method: '', messageJson: '', cursor, expired: false };
  subscription.skipTo(after);
  yield* newFrames(watch, () => true);
}

/** @param isNews filters what the subscriber has already */
async function* newFrames(watch: Watch, isNews: (frame: Frame) => boolean): Answers {
  const { context, topic, subscription, signal, endsAt } = watch;
  while (!signal.aborted && !subscription.isOverflowed() && Date.now() < endsAt) {
    const passed = subscription.position();
    const frames = await subscription.take(Math.min(context.config.FEED_IDLE, endsAt - Date.now()), signal);
    for (const frame of frames) if (isNews(frame)) yield answerOf(watch, frame);
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

/** Ends when the subscriber no longer sees the request. */
async function* viewers(
  context: Context,
  actor: Actor,
  { projectId, requestId }: { projectId: string; requestId: string },
  name: string,
  signal: AbortSignal,
): Answers {
  refuseNonTeam(actor);
  let method = 'CREATE';
  for await (const messageJson of context.viewing.follow(name, signal)) {
    await context.requestQueries.checkVisible(actor, projectId, requestId);
    yield { method, messageJson, cursor: '', expired: false };
    method = 'UPDATE';
  }
}
