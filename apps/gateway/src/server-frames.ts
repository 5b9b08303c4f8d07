/** Longest head of a frame that comes from a server, which masks nothing: two bytes, and a length of eight. */
const maxHeadBytes = 10;

/** Follows the frames of RFC 6455 in the bytes that a server sends, to know whether a frame is incomplete. */
export class ServerFrames {
  readonly #head = Buffer.alloc(maxHeadBytes);
  #headBytes = 0;
  /** Of the frame's content. */
  #bytesToCome = 0;

  get isWithin(): boolean {
    return this.#headBytes > 0 || this.#bytesToCome > 0;
  }

  pass(bytes: Buffer): void {
    for (let at = 0; at < bytes.length; ) {
      const content = Math.min(this.#bytesToCome, bytes.length - at);
      this.#bytesToCome -= content;
      at += content;
      if (at === bytes.length) return;

      this.#head[this.#headBytes++] = bytes[at++] ?? 0;
      const length = this.#length();
      if (length === undefined) continue;
      this.#bytesToCome = length;
      this.#headBytes = 0;
    }
  }

  /** Of the content, once the head is there. */
  #length(): number | undefined {
    const short = (this.#head[1] ?? 0) & 0x7f;
    if (this.#headBytes < 2) return undefined;
    if (short < 126) return short;
    if (short === 126) return this.#headBytes < 4 ? undefined : this.#head.readUInt16BE(2);
    return this.#headBytes < maxHeadBytes ? undefined : Number(this.#head.readBigUInt64BE(2));
  }
}
