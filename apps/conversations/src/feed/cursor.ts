import { timingSafeEqual } from 'node:crypto';

import { commonErrors } from '@parley/contracts';
import type { Secrets } from '@parley/service-kit/security';

/** A position in the feed: everything up to `seq` was handed out. */
export interface FeedPosition {
  readonly seq: number;
  /** Time of that change, or of the poll that found nothing newer; ms since the epoch. */
  readonly time: number;
  /** Within the last change only the notices up to this number were handed out; absent: all of them. */
  readonly nth?: number;
}

/** Whether the first position is after the second. */
export function isAfter(one: FeedPosition, other: FeedPosition): boolean {
  if (one.seq !== other.seq) return one.seq > other.seq;
  return (one.nth ?? Number.POSITIVE_INFINITY) > (other.nth ?? Number.POSITIVE_INFINITY);
}

const numberBytes = 6;
const macBytes = 8;

/** Cursors are opaque positions of one project, protected by a MAC. */
export class Cursors {
  readonly #secrets: Secrets;
  /** All followers of a change get the same cursor, so it is made once. */
  readonly #written = new WeakMap<FeedPosition, { projectId: string; cursor: string }>();

  constructor(secrets: Secrets) {
    this.#secrets = secrets;
  }

  write(projectId: string, position: FeedPosition): string {
    const known = this.#written.get(position);
    if (known?.projectId === projectId) return known.cursor;

    const { seq, time, nth } = position;
    const numbers = nth === undefined ? [seq, time] : [seq, time, nth];
    const bytes = Buffer.alloc(numbers.length * numberBytes);
    for (const [at, number] of numbers.entries()) bytes.writeUIntBE(number, at * numberBytes, numberBytes);
    const [mac = bytes] = this.#macs(projectId, bytes);
    const cursor = Buffer.concat([bytes, mac]).toString('base64url');
    this.#written.set(position, { projectId, cursor });
    return cursor;
  }

  /** @throws cursor_invalid */
  read(projectId: string, cursor: string): FeedPosition {
    const bytes = Buffer.from(cursor, 'base64url');
    const isWhole = bytes.length === 2 * numberBytes + macBytes;
    const isPartial = bytes.length === 3 * numberBytes + macBytes;
    if (!(isWhole || isPartial) || bytes.toString('base64url') !== cursor) throw commonErrors.cursor_invalid();
    const position = bytes.subarray(0, -macBytes);
    if (!this.#macs(projectId, position).some((mac) => timingSafeEqual(bytes.subarray(-macBytes), mac)))
      throw commonErrors.cursor_invalid();
    const number = (at: number) => position.readUIntBE(at * numberBytes, numberBytes);
    return { seq: number(0), time: number(1), ...(isPartial && { nth: number(2) }) };
  }

  /** The first one is written; those of former keys are accepted. */
  #macs(projectId: string, position: Buffer): Buffer[] {
    const parts = ['feed cursor ', projectId, ' ', position] as const;
    const whole = [this.#secrets.fingerprint(...parts), ...this.#secrets.formerFingerprints(...parts)];
    return whole.map((text) => Buffer.from(text, 'base64url').subarray(0, macBytes));
  }
}
