import { ThreadSource } from './thread-source.ts';

const maxThreads = 50;
/** A thread that was scrolled up beyond this is read from the API when it is opened again. */
const maxMessages = 300;

/** The conversations that were opened last: opened again, they are shown at once, and read only what they have missed. */
export class RecentThreads {
  readonly #surroundings: ConstructorParameters<typeof ThreadSource>[0];
  /** By request, the latest last. */
  readonly #sources = new Map<string, ThreadSource>();

  constructor(surroundings: ConstructorParameters<typeof ThreadSource>[0]) {
    this.#surroundings = surroundings;
  }

  open(requestId: string): ThreadSource {
    const known = this.#sources.get(requestId);
    const isShort = known !== undefined && known.state().messages.length <= maxMessages;
    const source = isShort ? known : new ThreadSource(this.#surroundings, requestId);
    this.#sources.delete(requestId);
    this.#sources.set(requestId, source);
    const [oldest = requestId] = this.#sources.keys();
    if (this.#sources.size > maxThreads) this.#sources.delete(oldest);
    return source;
  }
}
