import type { SendMessageParams } from '@parley/sdk';

/**
 * Messages that the visitor has sent and the API has not yet confirmed: one at a time, in order, under one id in every try and across
 * reloads. Source: contract 81 section 5.
 * Not the console's outbox: that one keeps many conversations in IndexedDB, each with a queue of its own, and has no first message.
 */
export interface Outgoing {
  /** Both `external_id` and `Idempotency-Key`. */
  id: string;
  requestId: string;
  /** Milliseconds since 1970, when the visitor sent it. */
  createdAt: number;
  /** Sent as it stands in every try: the key belongs to these bytes. */
  body: Omit<SendMessageParams, 'id_project' | 'request_id'>;
  /** The message that begins the conversation. */
  isFirst: boolean;
  /** `asking` after ten minutes; `refused` by the API: the visitor decides. */
  state: 'asking' | 'refused' | 'waiting';
  /** Code of the refusal. */
  refusal?: string;
}

/** `moved`: to be sent under another id or conversation; the outbox has been changed already. */
export type Delivery = 'moved' | 'sent' | 'unreachable' | { refused: string };

interface OutboxOptions {
  /** What all tabs of the visitor share. */
  read(): readonly Outgoing[];
  /** Those of the visit before, which this one goes on with. */
  inherited: readonly Outgoing[];
  write(entries: readonly Outgoing[]): void;
  /** @param hasWaited another tab was sending until now */
  deliver(entry: Outgoing, hasWaited: boolean): Promise<Delivery>;
  /** Runs the work in one tab at a time. */
  exclusively(work: (hasWaited: boolean) => Promise<void>): Promise<void>;
  onChange(entries: readonly Outgoing[]): void;
  now(): number;
}

/** A message older than this is sent only after the visitor said so. */
const askAfterMs = 10 * 60_000;
/** For as long the API knows an `Idempotency-Key`. */
export const keptForMs = 24 * 3_600_000;

export class Outbox {
  readonly #options: OutboxOptions;
  /** Written in this tab: no other tab decides about them. */
  readonly #own: Set<string>;
  #entries: readonly Outgoing[];
  #pumping: Promise<void> | undefined;
  #isSignalled = false;
  #isClosed = false;

  /** Takes over what a former page has left; where the visit before was of this page, that one has, and the rest is other tabs'. */
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

  /** Kept before it is sent. */
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

  /** After a refusal or a question. */
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

  /** Sends what waits: something was added, or the network is back. */
  wake(): Promise<void> {
    this.#isSignalled = this.#pumping !== undefined;
    this.#pumping ??= this.#options
      .exclusively((hasWaited) => this.#sendInOrder(hasWaited))
      .finally(() => {
        this.#pumping = undefined;
        // Something was added when all was sent and the lock not yet given back.
        if (this.#isSignalled && !this.#isClosed && this.#next()) void this.wake();
      });
    return this.#pumping;
  }

  /** Nothing more is sent from here. */
  close(): void {
    this.#isClosed = true;
  }

  async #sendInOrder(hasWaited: boolean): Promise<void> {
    // It may have waited for longer than the visitor has stayed.
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

  /** The oldest one that waits, unless an older one of its conversation needs the visitor. */
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

  /** Another tab has sent its own meanwhile, and may have sent some of these. */
  #reread(): void {
    const isOwn = ({ id }: Outgoing) => this.#own.has(id);
    this.#entries = [...this.#stored().filter((entry) => !isOwn(entry)), ...this.#entries.filter(isOwn)];
    this.#set((entries) => entries);
  }

  /** Loses nothing that other tabs have stored, and brings back nothing that they have sent. */
  #set(change: (entries: readonly Outgoing[]) => readonly Outgoing[]): void {
    const stored = this.#stored();
    const isIn = (entries: readonly Outgoing[], id: string) => entries.some((entry) => entry.id === id);
    const others = stored.filter(({ id }) => !this.#own.has(id) && !isIn(this.#entries, id));
    this.#entries = change(this.#entries.filter(({ id }) => this.#own.has(id) || isIn(stored, id)));
    // An outbox that was never used leaves no trace on the device.
    if (this.#options.read().length + this.#entries.length > 0) this.#options.write([...others, ...this.#entries]);
    this.#options.onChange(this.#entries);
  }
}
