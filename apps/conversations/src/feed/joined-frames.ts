import type { FeedPosition } from './cursor.ts';
import type { Frame } from './frame-queue.ts';

interface HeldFrame {
  frame: Frame;
  dueMs: number;
}

/** At most one row of a request in this time. */
const rowSpacingMs = 1_000;
/** Beyond that many held frames, new ones are sent at once. */
const maxHeld = 5_000;

const isRow = ({ method }: Frame): boolean => method === 'CREATE' || method === 'UPDATE';

/**
 * Joins the frames of an inbox: a row follows another one of its request after a second at the earliest, and then carries the newest
 * state. Positions stay below the newest change of every held request, so that a reader who resumes from one finds that change again.
 */
export class JoinedFrames {
  readonly #topic: string;
  readonly #spacingMs: number;
  /** By request, in the order of their newest changes. */
  readonly #held = new Map<string, HeldFrame>();
  readonly #sentMs = new Map<string, number>();
  /** Of the newest frame that has come. */
  #newest: FeedPosition | undefined;

  /**
   * @param topic the inbox, or another list; frames of other topics pass
   * @param spacingMs at most one frame of a record in this time
   */
  constructor(topic: string, spacingMs = rowSpacingMs) {
    this.#topic = topic;
    this.#spacingMs = spacingMs;
  }

  /** Takes what has come. @returns what is to be sent now */
  add(frames: readonly Frame[], nowMs: number): Frame[] {
    const sent: Frame[] = [];
    for (const frame of this.#lastOfEach(frames)) {
      this.#newest = frame.position;
      const passes = frame.topic !== this.#topic || !isRow(frame) || this.#mayPass(frame, nowMs);
      if (passes) sent.push(this.#passed(frame, nowMs));
      else this.#hold(frame);
    }
    return [...sent, ...this.#due(nowMs)];
  }

  /** When the next held frame is due. */
  get nextMs(): number | undefined {
    if (this.#held.size === 0) return undefined;
    return Math.min(...[...this.#held.values()].map(({ dueMs }) => dueMs));
  }

  /** Everything up to here was sent. @param reached up to where everything has come */
  positionAt(reached: FeedPosition): FeedPosition {
    const [oldest] = this.#held.values();
    return oldest ? { seq: oldest.frame.position.seq - 1, time: oldest.frame.position.time } : reached;
  }

  /** Of the rows that come together only the last one of each request. */
  #lastOfEach(frames: readonly Frame[]): Frame[] {
    const isJoined = (frame: Frame) => frame.topic === this.#topic && isRow(frame);
    const last = new Map<string, Frame>();
    const made = new Set<string>();
    for (const frame of frames) {
      if (!isJoined(frame)) continue;
      last.set(frame.id, frame);
      if (frame.method === 'CREATE') made.add(frame.id);
    }
    return frames
      .filter((frame) => !isJoined(frame) || last.get(frame.id) === frame)
      .map((frame) => (isJoined(frame) && made.has(frame.id) ? { ...frame, method: 'CREATE' } : frame));
  }

  #mayPass({ id }: Frame, nowMs: number): boolean {
    const sentMs = this.#sentMs.get(id) ?? Number.NEGATIVE_INFINITY;
    return this.#held.has(id) ? false : nowMs - sentMs >= this.#spacingMs || this.#held.size >= maxHeld;
  }

  #passed(frame: Frame, nowMs: number): Frame {
    if (frame.topic === this.#topic && isRow(frame)) {
      // In the order in which they were sent, so that the oldest are found first.
      this.#sentMs.delete(frame.id);
      this.#sentMs.set(frame.id, nowMs);
    } else if (frame.topic === this.#topic && frame.method === 'DELETE') {
      this.#held.delete(frame.id);
    }
    return { ...frame, position: this.positionAt(this.#newest ?? frame.position) };
  }

  #hold(frame: Frame): void {
    const known = this.#held.get(frame.id);
    const method = known?.frame.method === 'CREATE' ? 'CREATE' : frame.method;
    const { dueMs = (this.#sentMs.get(frame.id) ?? 0) + this.#spacingMs } = known ?? {};
    this.#held.delete(frame.id);
    this.#held.set(frame.id, { frame: { ...frame, method }, dueMs });
  }

  #due(nowMs: number): Frame[] {
    const frames: Frame[] = [];
    for (const { frame, dueMs } of [...this.#held.values()]) {
      if (dueMs > nowMs) continue;
      // One by one: the position of each stays below those that follow it.
      this.#held.delete(frame.id);
      frames.push(this.#passed(frame, nowMs));
    }
    for (const [id, sentMs] of this.#sentMs) {
      if (nowMs - sentMs < this.#spacingMs) break;
      if (!this.#held.has(id)) this.#sentMs.delete(id);
    }
    return frames;
  }
}

/** Adds a frame to a page, in place of an earlier row of the same request in the inbox. */
export function joinInto(frames: Frame[], frame: Frame, inbox: string | undefined): void {
  const isJoined = frame.topic === inbox && (isRow(frame) || frame.method === 'DELETE');
  const earlier = isJoined
    ? frames.findLastIndex((other) => other.id === frame.id && other.topic === inbox && isRow(other))
    : -1;
  const [joined] = earlier < 0 ? [] : frames.splice(earlier, 1);
  frames.push(joined?.method === 'CREATE' && isRow(frame) ? { ...frame, method: 'CREATE' } : frame);
}
