import type { SendMessageParams } from '@parley/sdk';

/**
 * Messages that the API has not yet confirmed: sent one at a time, in order, with the same id in every attempt and across
 * reloads. Source: contract 81 section 5.
 * Not the console's outbox: that one stores many conversations in IndexedDB, each with its own queue, and has no first message.
 */
export interface Outgoing {
  /** Both `external_id` and `Idempotency-Key`. */
  id: string;
  requestId: string;
  /** Milliseconds since 1970, when the visitor sent it. */
  createdAt: number;
  /** Identical in every attempt: the idempotency key belongs to these bytes. */
  body: Omit<SendMessageParams, 'id_project' | 'request_id'>;
  /** Whether this message starts the conversation. */
  isFirst: boolean;
  /** `asking` after ten minutes; `refused` by the API: the visitor decides. */
  state: 'asking' | 'refused' | 'waiting';
  /** Code of the refusal. */
  refusal?: string;
}

/** `moved`: to be sent under another id or in another conversation; the outbox is already updated. */
export type Delivery = 'moved' | 'sent' | 'unreachable' | { refused: string };

interface OutboxOptions {
  /** What all tabs of the visitor share. */
  read(): readonly Outgoing[];
  /** Entries of the previous visit, which this one continues. */
  inherited: readonly Outgoing[];
  write(entries: readonly Outgoing[]): void;
  /** @param hasWaited another tab was sending until now */
  deliver(entry: Outgoing, hasWaited: boolean): Promise<Delivery>;
  /** Runs the work in one tab at a time. */
  exclusively(work: (hasWaited: boolean) => Promise<void>): Promise<void>;
  onChange(entries: readonly Outgoing[]): void;
  now(): number;
}

/** The visitor must confirm messages older than this. */
const askAfterMs = 10 * 60_000;
/** How long the API remembers an `Idempotency-Key`. */
export const keptForMs = 24 * 3_600_000;

export class Outbox {
  readonly #options: OutboxOptions;
  /** Written in this tab: only this tab decides about them. */
  readonly #own: Set<string>;
  #entries: readonly Outgoing[];
  #pumping: Promise<void> | undefined;
  #isSignalled = false;
  #isClosed = false;

  /** Takes over the entries of an earlier page. If it continues a visit of this page, it has that visit's entries; the rest are other tabs'. */
  constructor(options: OutboxOptions) {
    this.#options = options;
    const { inherited } = options;
    this.#own = new Set(inherited.map(({ id }) => id));
    this.#entries = inherited.length > 0 ? inherited : this.#stored();
    this.#set((entries) => entries);
  }

  get entries(): readonly Outgoing[] {
    return this.#entries;
  }

  /** Stored before it is sent. */
  add(entry: Outgoing): void {
    this.#own.add(entry.id);
    this.#set((entries) => [...entries, entry]);
    void this.wake();
  }

  /** A frame or page shows the message: the answer to its send is no longer needed. */
  confirm(ids: readonly (string | undefined)[]): void {
    if (this.#entries.some(({ id }) => ids.includes(id)))
      this.#set((entries) => entries.filter(({ id }) => !ids.includes(id)));
  }

  /** Retries after a refusal, or after the visitor has confirmed. */
  retry(id: string): void {
    this.change(id, { state: 'waiting', refusal: undefined, createdAt: this.#options.now() });
    void this.wake();
  }

  discard(id: string): void {
    this.confirm([id]);
    void this.wake();
  }

  change(id: string, change: Partial<Outgoing>): void {
    if (change.id && this.#own.has(id)) this.#own.add(change.id);
    this.#set((entries) => entries.map((entry) => (entry.id === id ? { ...entry, ...change } : entry)));
  }

  /** Sends waiting entries: something was added, or the network is back. */
  wake(): Promise<void> {
    this.#isSignalled = this.#pumping !== undefined;
    this.#pumping ??= this.#options
      .exclusively((hasWaited) => this.#sendInOrder(hasWaited))
      .finally(() => {
        this.#pumping = undefined;
        // An entry was added after the last one was sent, before the lock was released.
        if (this.#isSignalled && !this.#isClosed && this.#next()) void this.wake();
      });
    return this.#pumping;
  }

  /** Stops sending. */
  close(): void {
    this.#isClosed = true;
  }

  async #sendInOrder(hasWaited: boolean): Promise<void> {
    // The wait may have outlasted the visit.
    if (hasWaited && !this.#isClosed) this.#reread();
    for (;;) {
      this.#isSignalled = false;
      const entry = this.#next();
      if (!entry || this.#isClosed) return;
      if (this.#options.now() - entry.createdAt > askAfterMs) {
        this.change(entry.id, { state: 'asking' });
        continue;
      }
      const delivery = await this.#options.deliver(entry, hasWaited);
      if (this.#isClosed || delivery === 'unreachable') return;
      if (delivery === 'sent') this.confirm([entry.id]);
      else if (delivery !== 'moved') this.change(entry.id, { state: 'refused', refusal: delivery.refused });
    }
  }

  /** The oldest waiting entry, unless an earlier one of its conversation needs the visitor. */
  #next(): Outgoing | undefined {
    const held = new Set<string>();
    for (const entry of this.#entries) {
      if (entry.state === 'waiting' && !held.has(entry.requestId)) return entry;
      held.add(entry.requestId);
    }
    return undefined;
  }

  #stored(): readonly Outgoing[] {
    return this.#options.read().filter(({ createdAt }) => this.#options.now() - createdAt < keptForMs);
  }

  /** Other tabs have sent their entries meanwhile, and maybe some of these. */
  #reread(): void {
    const isOwn = ({ id }: Outgoing) => this.#own.has(id);
    this.#entries = [...this.#stored().filter((entry) => !isOwn(entry)), ...this.#entries.filter(isOwn)];
    this.#set((entries) => entries);
  }

  /** Keeps what other tabs have stored, and does not restore what they have sent. */
  #set(change: (entries: readonly Outgoing[]) => readonly Outgoing[]): void {
    const stored = this.#stored();
    const isIn = (entries: readonly Outgoing[], id: string) => entries.some((entry) => entry.id === id);
    const others = stored.filter(({ id }) => !this.#own.has(id) && !isIn(this.#entries, id));
    this.#entries = change(this.#entries.filter(({ id }) => this.#own.has(id) || isIn(stored, id)));
    // An outbox that was never used stores nothing on the device.
    if (this.#options.read().length + this.#entries.length > 0) this.#options.write([...others, ...this.#entries]);
    this.#options.onChange(this.#entries);
  }
}
