import { type Actor, messageErrors } from '@parley/contracts';

import { type Cursors, isAfter, type Place } from './cursor.ts';
import type { FeedReader, Stretch } from './feed-reader.ts';
import type { FeedRow } from './feed-row.ts';
import type { FeedTail } from './feed-tail.ts';
import { type Frame, FrameQueue } from './frame-queue.ts';
import { followsPeople, type Listener, type Wanted, wants } from './listener-index.ts';
import { reachOf } from './reach.ts';
import { type Follower, followerOf, frameFor } from './telling.ts';

export interface FeedPage {
  frames: Frame[];
  /** Up to where it reaches, told or not. */
  place: Place;
  more: boolean;
}

/** Somebody who follows the feed: what has come since he joined, as it comes. */
export interface Following {
  /** Everything after this place comes by `take`. */
  from: Place;
  take(waitMs: number, signal: AbortSignal): Promise<Frame[]>;
  /** Everything up to here has come. */
  place(): Place;
  /** Too slow: he begins again at his cursor. */
  isOver(): boolean;
  stop(): void;
}

/** The changes of projects, in one order each, as their followers may see them. Source: contract 21 sections 10.5 and 11. */
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

  cursorOf(projectId: string, place: Place): string {
    return this.#cursors.write(projectId, place);
  }

  /** The present end. */
  end(): Promise<Place> {
    return this.#tail.known();
  }

  /** @throws cursor_invalid, cursor_expired */
  async placeOf(projectId: string, cursor: string): Promise<Place> {
    const place = this.#cursors.read(projectId, cursor);
    const oldest = Date.now() - this.#retentionMs;
    if (place.time >= oldest) return place;
    throw messageErrors.cursor_expired({
      oldest: new Date(oldest).toISOString(),
      cursor: this.cursorOf(projectId, await this.end()),
      hint: 'Load the lists, then go on from this cursor.',
    });
  }

  async follow(actor: Actor, projectId: string, wanted: Wanted): Promise<Following> {
    const queue = new FrameQueue();
    const listener: Listener = {
      ...wanted,
      projectId,
      follower: followerOf(actor),
      push: (frame) => queue.push(frame),
    };
    const { from, place, stop } = await this.#tail.listen(listener);
    return { from, place, stop, take: (waitMs, signal) => queue.take(waitMs, signal), isOver: () => queue.isOver };
  }

  /** What the actor missed after one place and up to another, as far as the limit allows. */
  async page(
    actor: Actor,
    projectId: string,
    wanted: Wanted,
    { after, upTo, limit }: { after: Place; upTo: Place; limit: number },
  ): Promise<FeedPage> {
    const follower = followerOf(actor);
    const reach = reachOf(wanted, follower);
    const frames: Frame[] = [];
    let place = after;
    while (isAfter(upTo, place)) {
      const stretch = await this.#reader.next(projectId, { after: wholeBefore(place), upTo: upTo.seq, reach });
      for (const row of stretch.rows) {
        if (!isAfter(row.place, place) || isAfter(row.place, upTo)) continue;
        for (const frame of await framesOf(stretch, row, { follower, wanted })) {
          if (!isAfter(frame.place, after)) continue;
          frames.push(frame);
          if (frames.length === limit) return { frames, place: frame.place, more: true };
        }
        ({ place } = row);
      }
      if (!stretch.last) break;
      place = stretch.last;
    }
    return { frames, place: isAfter(after, upTo) ? after : upTo, more: false };
  }
}

/** The end of the last change that has been told as a whole. */
const wholeBefore = ({ seq, time, nth }: Place): Place => ({ seq: nth === undefined ? seq : seq - 1, time });

async function framesOf(
  stretch: Stretch,
  row: FeedRow,
  { follower, wanted }: { follower: Follower; wanted: Wanted },
): Promise<Frame[]> {
  const all = await stretch.tellingsOf(row, followsPeople(wanted));
  const tellings = all.filter((telling) => wants(wanted, telling));
  if (tellings.length === 0) return [];
  const roster = await stretch.roster();
  return tellings.flatMap((telling) => frameFor(row, telling, follower, roster) ?? []);
}
