import { newId } from '@parley/service-kit/call';

import type { Context } from '../context.ts';
import { type ArrivedMail, MailIdentifier } from './inbound-mail.ts';

/** What of a mail is in memory while it arrives. */
const pieceBytes = 65_536;

/** The mail is larger than one may be. */
export class MailTooLarge extends Error {}

/**
 * Takes a mail as it comes. A large one goes to the database piece by piece: it is in memory in no moment, and neither a transaction nor
 * the disk of the process has to hold it while its sender is slow. `drop` it afterwards, stored or not.
 */
export class MailArrival {
  readonly #context: Pick<Context, 'inbound' | 'clock'>;
  readonly #maxBytes: number;
  readonly #identifier = new MailIdentifier();
  readonly #id = newId();
  /** What is not stored yet: one buffer for all pieces, since those that are done with stay in memory until they are collected. */
  #held: Buffer | undefined;
  #heldBytes = 0;
  #pieces = 0;
  #size = 0;

  constructor(context: Pick<Context, 'inbound' | 'clock'>, maxBytes: number) {
    this.#context = context;
    this.#maxBytes = maxBytes;
  }

  get size(): number {
    return this.#size;
  }

  /** @throws MailTooLarge */
  async write(chunk: Buffer): Promise<void> {
    this.#size += chunk.length;
    if (this.#size > this.#maxBytes) throw new MailTooLarge();
    for (let rest = chunk; rest.length > 0; ) {
      rest = rest.subarray(this.#hold(rest));
      if (this.#heldBytes === pieceBytes) await this.#storePiece(this.#takeHeld());
    }
  }

  async finish(): Promise<ArrivedMail> {
    const rest = this.#takeHeld();
    if (this.#pieces > 0) await this.#storePiece(rest);
    const about = { ...this.#identifier.finish(), size: this.#size };
    return this.#pieces > 0 ? { ...about, pieces: this.#id } : { ...about, bytes: rest };
  }

  async drop(): Promise<void> {
    this.#held = undefined;
    if (this.#pieces === 0) return;
    // Those that stay are removed later.
    await this.#context.inbound.raw.dropPieces(this.#id).catch(() => undefined);
  }

  /** @returns how many of the bytes have found room */
  #hold(bytes: Buffer): number {
    this.#held ??= Buffer.allocUnsafeSlow(pieceBytes);
    const held = bytes.copy(this.#held, this.#heldBytes);
    this.#heldBytes += held;
    return held;
  }

  /** They are where the next ones come. */
  #takeHeld(): Buffer {
    const bytes = (this.#held ?? Buffer.alloc(0)).subarray(0, this.#heldBytes);
    this.#heldBytes = 0;
    this.#identifier.update(bytes);
    return bytes;
  }

  async #storePiece(bytes: Buffer): Promise<void> {
    const nth = this.#pieces;
    this.#pieces += 1;
    const { inbound, clock } = this.#context;
    await inbound.raw.storePiece({ id: this.#id, nth, bytes, createdAt: clock.now() });
  }
}
