import type { KeptFile } from '../clients/media.client.ts';

/** A file that is stored while its bytes come. */
export class PartUpload {
  readonly #writer: WritableStreamDefaultWriter<Uint8Array>;
  readonly #storing: Promise<KeptFile>;
  #isOver = false;

  constructor(store: (content: AsyncIterable<Uint8Array>) => Promise<KeptFile>) {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    this.#writer = writable.getWriter();
    this.#storing = store(readable).finally(() => {
      this.#isOver = true;
    });
    this.#storing.catch(() => undefined);
  }

  /** Resolves when more may come. What comes after a refusal is passed over. */
  async write(bytes: Uint8Array): Promise<void> {
    if (this.#isOver) return;
    await Promise.race([this.#writer.write(bytes), this.#storing]).catch(() => undefined);
  }

  /** @throws what storing it has thrown */
  async end(): Promise<KeptFile> {
    this.#writer.close().catch(() => undefined);
    return this.#storing;
  }

  /** The rest does not come. */
  async abort(): Promise<void> {
    await this.#writer.abort(new Error('The rest of the file does not come.'));
    await this.#storing.catch(() => undefined);
  }
}
