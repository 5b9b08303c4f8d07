import { timingSafeEqual } from 'node:crypto';
import { commonErrors } from '@parley/contracts';
import type { Secrets } from '@parley/service-kit';

/** A place in the feed: everything up to `seq` has been told. */
export interface Place {
  readonly seq: number;
  /** Of that change, or of the look that found nothing newer; ms since the epoch. */
  readonly time: number;
}

const numberBytes = 6;
const macBytes = 8;

/** Places as clients keep them: opaque, of one project, and no other text is one. */
export class Cursors {
  readonly #secrets: Secrets;
  /** All who hear of a change have the same cursor. */
  readonly #written = new WeakMap<Place, { projectId: string; cursor: string }>();

  constructor(secrets: Secrets) {
    this.#secrets = secrets;
  }

  write(projectId: string, place: Place): string {
    const known = this.#written.get(place);
    if (known?.projectId === projectId) return known.cursor;

    const bytes = Buffer.alloc(2 * numberBytes);
    bytes.writeUIntBE(place.seq, 0, numberBytes);
    bytes.writeUIntBE(place.time, numberBytes, numberBytes);
    const cursor = Buffer.concat([bytes, this.#mac(projectId, bytes)]).toString('base64url');
    this.#written.set(place, { projectId, cursor });
    return cursor;
  }

  /** @throws cursor_invalid */
  read(projectId: string, cursor: string): Place {
    const bytes = Buffer.from(cursor, 'base64url');
    const place = bytes.subarray(0, 2 * numberBytes);
    const mac = bytes.subarray(2 * numberBytes);
    if (mac.length !== macBytes || bytes.toString('base64url') !== cursor) throw commonErrors.cursor_invalid();
    if (!timingSafeEqual(mac, this.#mac(projectId, place))) throw commonErrors.cursor_invalid();
    return { seq: place.readUIntBE(0, numberBytes), time: place.readUIntBE(numberBytes, numberBytes) };
  }

  #mac(projectId: string, place: Buffer): Buffer {
    const whole = this.#secrets.fingerprint('feed cursor ', projectId, ' ', place);
    return Buffer.from(whole, 'base64url').subarray(0, macBytes);
  }
}
