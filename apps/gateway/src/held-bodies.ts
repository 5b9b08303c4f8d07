import type { IncomingMessage } from 'node:http';

import { commonErrors } from '@parley/contracts';
import { readBody } from '@parley/service-kit/http';
import { countedAddress } from '@parley/service-kit/security';

/** Overhead counted for each call that waits for its body, in bytes. */
const callBytes = 16_384;
/** Largest share of the memory for one address. */
const largestShare = 1 / 4;

export interface HeldBodiesOptions {
  /** Memory for the bodies of all calls, in bytes; an address has a quarter of it. */
  totalBytes: number;
  /** How long a body may take to arrive, in ms. */
  timeoutMs: number;
}

/** A body in memory. */
export interface HeldBody {
  bytes: Buffer;
  /** Releases its memory; must be called exactly once. */
  release(): void;
}

/** Buffers bodies before a service is called, and bounds their memory, in total and per address. */
export class HeldBodies {
  readonly #totalBytes: number;
  readonly #share: number;
  readonly #timeoutMs: number;
  readonly #ofAddress = new Map<string, number>();
  #bytes = 0;

  constructor({ totalBytes, timeoutMs }: HeldBodiesOptions) {
    this.#totalBytes = totalBytes;
    this.#share = totalBytes * largestShare;
    this.#timeoutMs = timeoutMs;
  }

  /** Memory used by the bodies of all calls, in bytes. */
  get bytes(): number {
    return this.#bytes;
  }

  /**
   * Resolves when the body is complete.
   * @throws commonErrors.body_too_large, body_timeout; rate_limited if the address uses too much memory, busy if all together do
   */
  async hold(req: IncomingMessage, address: string, limit: number): Promise<HeldBody> {
    const counted = countedAddress(address);
    let held = 0;
    const reserve = (count: number) => {
      this.#reserve(counted, count);
      held += count;
    };
    const release = () => this.#release(counted, held);
    try {
      reserve(callBytes);
      const bytes = await readBody(req, limit, { timeoutMs: this.#timeoutMs, onBytes: reserve });
      return { bytes, release };
    } catch (error) {
      release();
      throw error;
    }
  }

  #reserve(address: string, count: number): void {
    const ofAddress = (this.#ofAddress.get(address) ?? 0) + count;
    if (this.#bytes + count > this.#totalBytes) throw commonErrors.busy({ dependency: 'gateway' });
    if (ofAddress > this.#share)
      throw commonErrors.rate_limited({ limit: 'body_bytes', allowed: this.#share, retryAfterSeconds: 1 });
    this.#bytes += count;
    this.#ofAddress.set(address, ofAddress);
  }

  #release(address: string, count: number): void {
    this.#bytes -= count;
    const left = (this.#ofAddress.get(address) ?? 0) - count;
    if (left > 0) this.#ofAddress.set(address, left);
    else this.#ofAddress.delete(address);
  }
}
