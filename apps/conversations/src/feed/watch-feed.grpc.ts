import { type Actor, AppError, commonErrors, readTopic, requestErrors, type Topic } from '@parley/contracts';
import type { ConversationsServiceService, WatchFeedResponse } from '@parley/proto-gen/conversations/v1/conversations';
import type { GrpcHandler } from '@parley/service-kit/grpc';

import type { Context } from '../context.ts';
import { isAfter, type Place } from './cursor.ts';
import type { Following } from './feed.ts';
import { checkTopic, firstFrame } from './first-frame.ts';
import type { Frame } from './frame-queue.ts';

type WatchFeed = GrpcHandler<(typeof ConversationsServiceService)['watchFeed'], Context>;
type Answers = AsyncGenerator<WatchFeedResponse>;

interface Watch {
  context: Context;
  actor: Actor;
  topic: Topic;
  following: Following;
  signal: AbortSignal;
  /** Connections end all their streams at once, and a crowd would begin again: each ends before, at a time of its own. */
  endsAt: number;
}

const pageFrames = 500;
/** How long a first frame waits at most until it is known which changes are in it. */
const patienceMs = 1_000;
const lookMs = 20;

/** One topic of one subscriber: what is there or what he missed, then what comes, until he hangs up. */
export const watchFeed: WatchFeed = async function* (context, { topic: name, after }, { actor, signal }) {
  if (!actor) throw commonErrors.unauthorized();
  const topic = readTopic(name);
  if (!topic || topic.projectId !== actor.projectId) throw requestErrors.request_not_found();
  const until = signal ?? new AbortController().signal;
  if (topic.kind === 'typing') return yield* typing(context, actor, topic, name, until);

  // Heard of before it is looked at: nothing falls between.
  const wanted = { topics: new Set([name]), allMessages: false };
  const following = await context.feed.follow(actor, topic.projectId, wanted);
  try {
    const age = context.config.FEED_STREAM_AGE * (0.5 + Math.random() / 2);
    const watch = { context, actor, topic, following, signal: until, endsAt: Date.now() + age };
    const missed = after === '' ? undefined : await placeOf(watch, after);
    yield* missed ? fromPlace(watch, name, missed) : fromNow(watch, after !== '');
  } finally {
    following.stop();
  }
};

/** Where the subscriber was; nothing for a cursor that is none here, or no longer. */
async function placeOf({ context, topic }: Watch, after: string): Promise<Place | undefined> {
  try {
    return await context.feed.placeOf(topic.projectId, after);
  } catch (error) {
    if (error instanceof AppError && (error.kind === 'gone' || error.kind === 'bad_request')) return undefined;
    throw error;
  }
}

async function* fromNow(watch: Watch, expired: boolean): Answers {
  const { context, actor, topic, following } = watch;
  const { text = '', versions } = await firstFrame(context, actor, topic);
  const readUpTo = await context.feedRepository.drawn();
  const isNews = ({ place, id, version, method }: Frame): boolean => {
    const known = place.seq <= readUpTo ? versions.get(id) : undefined;
    // What was deleted tells no version.
    return known === undefined || version > known || (method === 'DELETE' && version === 0);
  };
  const { place, frames } = await caughtUp(watch, readUpTo);
  // Frames were dropped, and the subscriber has none of them yet: he begins again.
  if (following.isOver()) return;
  const first = frames.findIndex(isNews);
  // The cursor stands before the first change that is not in the frame, so that whoever goes on from it hears of none twice.
  const before = first < 0 ? place : (frames[first - 1]?.place ?? following.from);
  const cursor = context.feed.cursorOf(topic.projectId, before);
  yield { method: text === '' ? '' : 'CREATE', messageJson: text, cursor, expired };
  for (const frame of frames) if (isNews(frame)) yield answerOf(watch, frame);
  yield* live(watch, following.from, isNews);
}

/** What came while the first frame was read, as far as it may be in it. Seldom waits: only while others write. */
async function caughtUp({ following, signal }: Watch, upTo: number): Promise<{ place: Place; frames: Frame[] }> {
  const frames: Frame[] = [];
  const until = Date.now() + patienceMs;
  for (;;) {
    const place = following.place();
    frames.push(...(await following.take(0, signal)));
    if (place.seq >= upTo || Date.now() >= until || signal.aborted) return { place, frames };
    frames.push(...(await following.take(lookMs, signal)));
  }
}

async function* fromPlace(watch: Watch, name: string, missed: Place): Answers {
  const { context, actor, topic, following } = watch;
  const wanted = { topics: new Set([name]), allMessages: false };
  let after = missed;
  while (isAfter(following.from, after)) {
    const found = await context.feed.page(actor, topic.projectId, wanted, {
      ...{ after, upTo: following.from, limit: pageFrames },
    });
    for (const frame of found.frames) yield answerOf(watch, frame);
    after = found.place;
  }
  // Who may no longer has heard so by now, if he ever might.
  await checkTopic(context, actor, topic);
  const cursor = context.feed.cursorOf(topic.projectId, after);
  yield { method: '', messageJson: '', cursor, expired: false };
  yield* live(watch, after, () => true);
}

/** @param isNews of what the subscriber may have already */
async function* live(watch: Watch, from: Place, isNews: (frame: Frame) => boolean): Answers {
  const { context, topic, following, signal, endsAt } = watch;
  while (!signal.aborted && !following.isOver() && Date.now() < endsAt) {
    const passed = following.place();
    const frames = await following.take(Math.min(context.config.FEED_IDLE, endsAt - Date.now()), signal);
    for (const frame of frames) {
      if (isAfter(frame.place, from) && isNews(frame)) yield answerOf(watch, frame);
    }
    if (frames.length > 0 || following.isOver() || signal.aborted) continue;
    const cursor = context.feed.cursorOf(topic.projectId, passed);
    yield { method: '', messageJson: '', cursor, expired: false };
  }
}

function answerOf({ context, topic }: Watch, { method, text, place }: Frame): WatchFeedResponse {
  return { method, messageJson: text, cursor: context.feed.cursorOf(topic.projectId, place), expired: false };
}

async function* typing(context: Context, actor: Actor, topic: Topic, name: string, signal: AbortSignal): Answers {
  await firstFrame(context, actor, topic);
  yield { method: '', messageJson: '', cursor: '', expired: false };
  for await (const messageJson of context.typing.follow(name, signal)) {
    yield { method: 'CREATE', messageJson, cursor: '', expired: false };
  }
}
