import { type Actor, messageErrors, topicNames } from '@parley/contracts';
import { changeFilterOf } from './change-filter.ts';
import { type Cursors, type FeedPosition, isAfter } from './cursor.ts';
import type { FeedBatch, FeedReader } from './feed-reader.ts';
import type { FeedRow } from './feed-row.ts';
import type { FeedTail } from './feed-tail.ts';
import { type Frame, FrameQueue } from './frame-queue.ts';
import { JoinedFrames, joinInto } from './joined-frames.ts';
import {
  followsInbox,
  followsTeammates,
  type Listener,
  matchesTopic,
  type TopicFilter,
  wantsPeople,
} from './listener-index.ts';
import { type FeedFollower, feedFollowerOf, frameFor } from './notice.ts';

export interface FeedPage {
  frames: Frame[];
  /** The end of the page, whether or not it had a frame. */
  position: FeedPosition;
  more: boolean;
}

/** A live subscription: frames that arrive after it was opened. */
export interface FeedSubscription {
  /** Everything after this position arrives by `take`. */
  from: FeedPosition;
  take(waitMs: number, signal: AbortSignal): Promise<Frame[]>;
  /** The follower has everything up to here: none of it arrives, or holds back anything else. */
  skipTo(position: FeedPosition): void;
  /** Everything up to here has arrived. */
  position(): FeedPosition;
  /** The follower was too slow and has to resume from their cursor. */
  isOverflowed(): boolean;
  stop(): void;
}

/** The ordered change feed of each project, as its followers may see it. Source: contract 21 sections 10.5 and 11. */
export class Feed {
  readonly #reader: FeedReader;
  readonly #tail: FeedTail;
  readonly #cursors: Cursors;
  readonly #retentionMs: number;

  constructor(parts: { reader: FeedReader; tail: FeedTail; cursors: Cursors; retentionMs: number }) {
    this.#reader = parts.reader;
    this.#tail = parts.tail;
    this.#cursors = parts.cursors;
    this.#retentionMs = parts.retentionMs;
  }

  cursorOf(projectId: string, position: FeedPosition): string {
    return this.#cursors.write(projectId, position);
  }

  /** The current high-water mark. */
  end(): Promise<FeedPosition> {
    return this.#tail.highWaterMark();
  }

  /** A position before everything that is read after this call, for pages that a client keeps up to date by the feed. */
  async cursorHeader(projectId: string): Promise<Record<string, string>> {
    const position = await this.#tail.recentMark();
    return position ? { 'Parley-Cursor': this.cursorOf(projectId, position) } : {};
  }

  /** @throws cursor_invalid, cursor_expired */
  async positionOf(projectId: string, cursor: string): Promise<FeedPosition> {
    const position = this.#cursors.read(projectId, cursor);
    const oldest = Date.now() - this.#retentionMs;
    if (position.time >= oldest) return position;
    throw messageErrors.cursor_expired({
      oldest: new Date(oldest).toISOString(),
      cursor: this.cursorOf(projectId, await this.end()),
      hint: 'Load the lists, then go on from this cursor.',
    });
  }

  async follow(actor: Actor, projectId: string, topicFilter: TopicFilter): Promise<FeedSubscription> {
    const queue = new FrameQueue();
    const listener: Listener = {
      ...topicFilter,
      projectId,
      follower: feedFollowerOf(actor),
      push: (frame) => queue.push(frame),
    };
    const { from, position, stop } = await this.#tail.listen(listener);
    const skipTo = (passed: FeedPosition) => queue.skipTo(passed);
    const live = { from, stop, skipTo, isOverflowed: () => queue.isOverflowed };
    const list = joinedTopicOf(topicFilter, projectId);
    if (!list) return { ...live, position, take: (waitMs, signal) => queue.take(waitMs, signal) };
    const joined = new JoinedFrames(list.topic, list.spacingMs);
    return {
      ...live,
      position: () => joined.positionAt(position()),
      take: (waitMs, signal) => takeJoined(queue, joined, waitMs, signal),
    };
  }

  /** What the actor missed between two positions, up to the limit. */
  async page(
    actor: Actor,
    projectId: string,
    topicFilter: TopicFilter,
    { after, upTo, limit }: { after: FeedPosition; upTo: FeedPosition; limit: number },
  ): Promise<FeedPage> {
    const follower = feedFollowerOf(actor);
    const filter = changeFilterOf(topicFilter, follower);
    const frames: Frame[] = [];
    let position = after;
    while (isAfter(upTo, position)) {
      const batch = await this.#reader.next(projectId, { after: lastWholeChange(position), upTo: upTo.seq, filter });
      for (const row of batch.rows) {
        if (!isAfter(row.position, position) || isAfter(row.position, upTo)) continue;
        for (const frame of await framesOf(batch, row, { follower, topicFilter })) {
          if (!isAfter(frame.position, after)) continue;
          joinInto(frames, frame, joinedTopicOf(topicFilter, projectId)?.topic);
          if (frames.length === limit) return { frames, position: frame.position, more: true };
        }
        ({ position } = row);
      }
      if (!batch.last) break;
      position = batch.last;
    }
    return { frames, position: isAfter(after, upTo) ? after : upTo, more: false };
  }
}

/** The list whose frames are joined: an inbox, else the team. */
function joinedTopicOf(topicFilter: TopicFilter, projectId: string): { topic: string; spacingMs?: number } | undefined {
  if (followsInbox(topicFilter, projectId)) return { topic: topicNames.inbox(projectId) };
  const team = topicNames.team(projectId);
  return topicFilter.topics.has(team) ? { topic: team, spacingMs: teamSpacingMs } : undefined;
}

/** Presence and load of a teammate change often. */
const teamSpacingMs = 2_000;

/** Waits longer while a frame is held, so that a reader who gets none has received everything. */
async function takeJoined(
  queue: FrameQueue,
  joined: JoinedFrames,
  waitMs: number,
  signal: AbortSignal,
): Promise<Frame[]> {
  const until = performance.now() + waitMs;
  for (;;) {
    const come = await queue.take(Math.ceil((joined.nextMs ?? until) - performance.now()), signal);
    const frames = joined.add(come, performance.now());
    const isOver = performance.now() >= until && joined.nextMs === undefined;
    if (frames.length > 0 || isOver || signal.aborted || queue.isOverflowed) return frames;
  }
}

/** The end of the last change that was handed out completely. */
const lastWholeChange = ({ seq, time, nth }: FeedPosition): FeedPosition => ({
  seq: nth === undefined ? seq : seq - 1,
  time,
});

async function framesOf(
  batch: FeedBatch,
  row: FeedRow,
  { follower, topicFilter }: { follower: FeedFollower; topicFilter: TopicFilter },
): Promise<Frame[]> {
  const inbox = followsInbox(topicFilter, row.projectId);
  const people = wantsPeople(row, (topic) => topicFilter.topics.has(topic), followsTeammates(topicFilter));
  const all = await batch.noticesOf(row, { people, inbox });
  const notices = all.filter((notice) => matchesTopic(topicFilter, notice));
  if (notices.length === 0) return [];
  const scope = await batch.scope();
  return notices.flatMap((notice) => frameFor(row, notice, follower, scope) ?? []);
}
