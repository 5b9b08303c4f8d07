import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { isDeepStrictEqual } from 'node:util';

import type { Actor } from '@parley/contracts';
import { currentCall } from '@parley/service-kit/call';
import { gatewayHeaders, onceClosed, type RawCall } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { actorIn } from '../directory/actor-in.ts';
import { viewChange } from './change.view.ts';
import type { FeedSubscription } from './feed.ts';
import type { Frame } from './frame-queue.ts';
import type { TopicFilter } from './listener-index.ts';

export interface StreamOptions {
  projectId: string;
  topicFilter: TopicFilter;
  /** Cursor of the client; absent: from now on. */
  after: string | undefined;
}

const pageFrames = 500;
const commentMs = 15_000;
/** How often the membership is checked again. */
const recheckMs = 4_000;
const pollMs = 500;

/**
 * Streams Server-Sent Events until the client disconnects, loses their right, or the process stops. Clients resume from their
 * last event id.
 */
export async function streamChanges(
  context: Context,
  actor: Actor,
  { projectId, topicFilter, after }: StreamOptions,
  { res }: RawCall,
): Promise<void> {
  const position = after === undefined ? undefined : await context.feed.positionOf(projectId, after);
  const ended = new AbortController();
  onceClosed(res, () => ended.abort());
  const forget = context.revocations.onRevoked(actor.jti, () => ended.abort());
  const subscription = await context.feed.follow(actor, projectId, topicFilter);
  try {
    res.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      [gatewayHeaders.requestId]: currentCall().requestId,
    });
    const write = (frame: Frame) => writeEvent(res, frame.method, viewChange(context, projectId, frame));
    if (position) {
      for (let next = position, more = true; more; ) {
        const asked = { after: next, upTo: subscription.from, limit: pageFrames };
        const page = await context.feed.page(actor, projectId, topicFilter, asked);
        for (const frame of page.frames) await write(frame);
        ({ position: next, more } = page);
        subscription.skipTo(next);
      }
    } else {
      res.write(`id: ${context.feed.cursorOf(projectId, subscription.from)}\n\n`);
    }
    await follow(context, { actor, projectId, subscription, ended: ended.signal, res, write });
  } finally {
    forget();
    subscription.stop();
    res.end();
  }
}

interface OpenStream {
  actor: Actor;
  projectId: string;
  subscription: FeedSubscription;
  ended: AbortSignal;
  res: ServerResponse;
  write(frame: Frame): Promise<void>;
}

async function follow(context: Context, live: OpenStream): Promise<void> {
  const { actor, projectId, subscription, ended, res, write } = live;
  let [written, checked] = [Date.now(), Date.now()];
  while (!ended.aborted && !subscription.isOverflowed() && !context.isStopping()) {
    if (Date.now() - checked >= recheckMs) {
      if (!(await mayStillRead(context, actor, projectId))) return;
      checked = Date.now();
    }
    const frames = await subscription.take(pollMs, ended);
    if (ended.aborted) return;
    for (const frame of frames) await write(frame);
    if (frames.length > 0) written = Date.now();
    if (Date.now() - written < commentMs) continue;
    res.write(': \n\n');
    written = Date.now();
  }
}

/**
 * Checks the current membership. Without the bus no revocation arrives: the stream ends, and the gateway authenticates the client
 * again.
 */
async function mayStillRead(context: Context, actor: Actor, projectId: string): Promise<boolean> {
  if (!context.revocations.isUp()) return false;
  const now = await actorIn(context, projectId, actor).catch(() => undefined);
  const permissions = ({ role, rights, visibility }: Actor) => ({ role, rights, visibility });
  return now !== undefined && isDeepStrictEqual(permissions(now), permissions(actor));
}

async function writeEvent(res: ServerResponse, method: string, change: { cursor: string }): Promise<void> {
  const isRoom = res.write(`id: ${change.cursor}\nevent: ${method}\ndata: ${JSON.stringify(change)}\n\n`);
  // Backpressure: a slow client is not buffered in memory, their position in the feed is kept.
  if (!isRoom && !res.destroyed) await Promise.race([once(res, 'drain'), once(res, 'close')]);
}
