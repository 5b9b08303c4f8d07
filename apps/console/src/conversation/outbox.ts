/**
 * Messages that the agent has sent and the API has not yet confirmed. One at a time per request, in order, under one id in every
 * try and across reloads. Source: contract 80 section 6.4.
 */

/** What to send; files stand in it as uploaded. */
export interface OutgoingMessage {
  text?: string;
  type?: string;
  metadata?: Record<string, unknown>;
  attributes?: Record<string, unknown>;
}

export interface OutboxEntry {
  /** Both `external_id` and `Idempotency-Key`. */
  id: string;
  requestId: string;
  /** Place in the order of the request; grows across tabs and reloads. */
  order: number;
  /** Milliseconds since 1970, when the agent sent it. */
  createdAt: number;
  message: OutgoingMessage;
  /** `waiting` also while it is under way; `asking` after ten minutes; `refused` by the API, which the agent has to decide. */
  state: 'waiting' | 'asking' | 'refused';
  refusal?: { code: string; msg: string };
}

/** Where entries are kept, shared by all tabs of the person. */
export interface OutboxStore {
  load(): Promise<OutboxEntry[]>;
  get(id: string): Promise<OutboxEntry | undefined>;
  put(entry: OutboxEntry): Promise<void>;
  remove(id: string): Promise<void>;
  /** Changes of other tabs. */
  onChange(listener: (id: string) => void): () => void;
}

/** `sent` when the API has the message, `refused` when it never will take it as it is, `unreachable` when it can be tried again. */
export type Delivery = { outcome: 'sent' | 'unreachable' } | { outcome: 'refused'; code: string; msg: string };

export interface OutboxOptions {
  store: OutboxStore;
  deliver(entry: OutboxEntry): Promise<Delivery>;
  /** Runs the work of one request in one tab at a time. */
  exclusively(requestId: string, work: () => Promise<void>): Promise<void>;
  now(): number;
  newId(): string;
}

/** A message older than this is sent only after the agent said so. */
export const askAfterMs = 10 * 60_000;

const none: readonly OutboxEntry[] = [];

export class Outbox {
  readonly #options: OutboxOptions;
  readonly #entries = new Map<string, OutboxEntry>();
  readonly #listeners = new Set<() => void>();
  readonly #pumping = new Map<string, Promise<void>>();
  /** Requests with something new since their pump last looked. */
  readonly #signalled = new Set<string>();
  readonly #snapshots = new Map<string, readonly OutboxEntry[]>();
  readonly #awaited = new Map<string, (isSent: boolean) => void>();
  #lastOrder = 0;

  private constructor(options: OutboxOptions) {
    this.#options = options;
    options.store.onChange((id) => void this.#reread(id));
  }

  /** Reads what a former page left behind and begins to send it. */
  static async open(options: OutboxOptions): Promise<Outbox> {
    const outbox = new Outbox(options);
    for (const entry of await options.store.load()) outbox.#entries.set(entry.id, entry);
    void outbox.wake();
    return outbox;
  }

  /** In order; the same array until something changes. */
  entriesOf(requestId: string): readonly OutboxEntry[] {
    const known = this.#snapshots.get(requestId);
    if (known) return known;
    const entries = [...this.#entries.values()].filter((entry) => entry.requestId === requestId).sort(inOrder);
    if (entries.length === 0) return none;
    this.#snapshots.set(requestId, entries);
    return entries;
  }

  get size(): number {
    return this.#entries.size;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Kept before it is sent. @throws what the store throws, with the message not in the outbox */
  async add(requestId: string, message: OutgoingMessage): Promise<OutboxEntry> {
    const now = this.#options.now();
    this.#lastOrder = Math.max(now, this.#lastOrder + 1, ...[...this.#entries.values()].map(({ order }) => order + 1));
    const entry: OutboxEntry = {
      id: this.#options.newId(),
      requestId,
      order: this.#lastOrder,
      createdAt: now,
      message,
      state: 'waiting',
    };
    this.#set(entry);
    try {
      await this.#options.store.put(entry);
    } catch (error) {
      this.#drop(entry);
      throw error;
    }
    this.#signal(requestId);
    return entry;
  }

  /** Whether the API has taken it, once this tab knows; false also when the agent has to decide first. */
  whenSent(id: string): Promise<boolean> {
    return new Promise((resolve) => this.#awaited.set(id, resolve));
  }

  /** After a refusal or a question: sends it under its old id. */
  async retry(id: string): Promise<void> {
    const entry = this.#entries.get(id);
    if (!entry) return;
    // The question of its age is answered.
    const { refusal: _, ...rest } = entry;
    await this.#keep({ ...rest, state: 'waiting', createdAt: this.#options.now() });
    this.#signal(entry.requestId);
  }

  /** Takes it back: the agent edits or discards it. */
  async discard(id: string): Promise<OutboxEntry | undefined> {
    const entry = this.#entries.get(id);
    if (!entry) return undefined;
    this.#drop(entry);
    await this.#options.store.remove(id);
    this.#signal(entry.requestId);
    return entry;
  }

  /** A frame or page shows the message: the answer to its send is no longer needed. */
  async confirm(externalId: string): Promise<void> {
    this.#settle(externalId, true);
    const entry = this.#entries.get(externalId);
    if (!entry) return;
    this.#drop(entry);
    await this.#options.store.remove(externalId);
  }

  /** Tries again what waits: the network or the page is back. */
  async wake(): Promise<void> {
    const requests = new Set([...this.#entries.values()].map(({ requestId }) => requestId));
    await Promise.all([...requests].map((requestId) => this.#pump(requestId)));
  }

  /** Something is to be sent that the pump may not have seen. */
  #signal(requestId: string): void {
    this.#signalled.add(requestId);
    void this.#pump(requestId);
  }

  #pump(requestId: string): Promise<void> {
    const running = this.#pumping.get(requestId);
    if (running) return running;
    const run = this.#options
      .exclusively(requestId, () => this.#sendInOrder(requestId))
      // The store failed: the entries are in memory, and the next wake tries again.
      .catch(() => undefined)
      .finally(() => {
        this.#pumping.delete(requestId);
        // It came after the last look, while the lock was being given back.
        if (this.#signalled.has(requestId) && this.entriesOf(requestId).length > 0) void this.#pump(requestId);
      });
    this.#pumping.set(requestId, run);
    return run;
  }

  async #sendInOrder(requestId: string): Promise<void> {
    for (;;) {
      this.#signalled.delete(requestId);
      const first = this.entriesOf(requestId)[0];
      if (!first) return;
      // Another tab may have sent or discarded it while this one waited for its turn.
      const stored = await this.#options.store.get(first.id);
      if (!stored) {
        this.#drop(first);
        continue;
      }
      if (stored.state !== 'waiting') return;
      if (this.#options.now() - stored.createdAt > askAfterMs) return this.#keep({ ...stored, state: 'asking' });
      const delivery = await this.#options.deliver(stored);
      if (delivery.outcome === 'unreachable') return;
      if (delivery.outcome === 'refused') {
        const { code, msg } = delivery;
        if (this.#entries.has(stored.id)) await this.#keep({ ...stored, state: 'refused', refusal: { code, msg } });
        return;
      }
      await this.confirm(stored.id);
    }
  }

  async #reread(id: string): Promise<void> {
    const stored = await this.#options.store.get(id);
    const known = this.#entries.get(id);
    if (stored) this.#set(stored);
    else if (known) this.#drop(known);
  }

  async #keep(entry: OutboxEntry): Promise<void> {
    if (entry.state !== 'waiting') this.#settle(entry.id, false);
    this.#set(entry);
    await this.#options.store.put(entry);
  }

  #set(entry: OutboxEntry): void {
    this.#entries.set(entry.id, entry);
    this.#changed(entry.requestId);
  }

  #settle(id: string, isSent: boolean): void {
    this.#awaited.get(id)?.(isSent);
    this.#awaited.delete(id);
  }

  #drop(entry: OutboxEntry): void {
    this.#settle(entry.id, false);
    this.#entries.delete(entry.id);
    this.#changed(entry.requestId);
  }

  #changed(requestId: string): void {
    this.#snapshots.delete(requestId);
    for (const listener of this.#listeners) listener();
  }
}

function inOrder(a: OutboxEntry, b: OutboxEntry): number {
  return a.order - b.order || (a.id < b.id ? -1 : 1);
}
