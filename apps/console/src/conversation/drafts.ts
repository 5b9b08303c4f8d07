/**
 * Unsent words, kept in the browser: per person, project and request. Source: contract 80 section 6.3.
 */
export interface Draft {
  text: string;
  mode: 'reply' | 'note';
  /** Of notes: ids of teammates. */
  mentions: string[];
  /** Uploaded, not yet sent. */
  files: DraftFile[];
  /** Milliseconds since 1970 of the newest keystroke. */
  editedAt: number;
}

export interface DraftFile {
  name: string;
  type: string;
  size: number;
  /** Of the API's answer to the upload. */
  filename: string;
  downloadURL: string;
}

export interface DraftStore {
  load(): Promise<[requestId: string, draft: Draft][]>;
  get(requestId: string): Promise<Draft | undefined>;
  put(requestId: string, draft: Draft): Promise<void>;
  remove(requestId: string): Promise<void>;
  /** Changes of other tabs. */
  onChange(listener: (requestId: string) => void): () => void;
}

export interface DraftsOptions {
  store: DraftStore;
  now(): number;
  /** Runs work after a delay. @returns what cancels it */
  later(work: () => void, delayMs: number): () => void;
}

const saveAfterMs = 250;
export const keptForMs = 30 * 86_400_000;

const emptyDraft: Draft = { text: '', mode: 'reply', mentions: [], files: [], editedAt: 0 };

export class Drafts {
  readonly #options: DraftsOptions;
  readonly #drafts = new Map<string, Draft>();
  readonly #unsaved = new Map<string, () => void>();
  readonly #saving = new Set<Promise<void>>();
  readonly #listeners = new Set<() => void>();
  /** The request whose composer has the focus here: other tabs do not overwrite it. */
  #focused: string | undefined;

  private constructor(options: DraftsOptions) {
    this.#options = options;
    options.store.onChange((requestId) => void this.#reread(requestId));
  }

  /** Reads what is kept, and removes what is older than thirty days. */
  static async open(options: DraftsOptions): Promise<Drafts> {
    const drafts = new Drafts(options);
    for (const [requestId, draft] of await options.store.load()) {
      if (options.now() - draft.editedAt > keptForMs) await options.store.remove(requestId);
      else drafts.#drafts.set(requestId, draft);
    }
    return drafts;
  }

  /** The same object until it changes. */
  of(requestId: string): Draft {
    return this.#drafts.get(requestId) ?? emptyDraft;
  }

  has(requestId: string): boolean {
    return this.#drafts.has(requestId);
  }

  get size(): number {
    return this.#drafts.size;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** A keystroke: shown at once, kept 250 ms after the last one. */
  edit(requestId: string, change: Partial<Omit<Draft, 'editedAt'>>): void {
    const draft = { ...this.of(requestId), ...change, editedAt: this.#options.now() };
    this.#set(requestId, isEmpty(draft) ? undefined : draft);
    this.#unsaved.get(requestId)?.();
    this.#unsaved.set(
      requestId,
      this.#options.later(() => void this.#save(requestId), saveAfterMs),
    );
  }

  /** Sent: the draft goes. */
  async clear(requestId: string): Promise<void> {
    this.#set(requestId, undefined);
    await this.#save(requestId);
  }

  /** The page is about to go: keeps what the timers have not yet kept. */
  async flush(): Promise<void> {
    await Promise.all([...this.#unsaved.keys()].map((requestId) => this.#save(requestId)));
    await Promise.all(this.#saving);
  }

  focus(requestId: string): void {
    this.#focused = requestId;
  }

  blur(requestId: string): void {
    if (this.#focused !== requestId) return;
    this.#focused = undefined;
    if (!this.#unsaved.has(requestId)) void this.#reread(requestId);
  }

  #save(requestId: string): Promise<void> {
    this.#unsaved.get(requestId)?.();
    this.#unsaved.delete(requestId);
    const draft = this.#drafts.get(requestId);
    const { store } = this.#options;
    const saving = draft ? store.put(requestId, draft) : store.remove(requestId);
    this.#saving.add(saving);
    return saving.finally(() => this.#saving.delete(saving));
  }

  async #reread(requestId: string): Promise<void> {
    if (this.#focused === requestId) return;
    const stored = await this.#options.store.get(requestId);
    const newerHere = (this.#drafts.get(requestId)?.editedAt ?? 0) > (stored?.editedAt ?? 0);
    if (this.#focused === requestId || this.#unsaved.has(requestId)) return;
    // Without a stored draft, another tab has sent or emptied it.
    if (stored && newerHere) return;
    this.#set(requestId, stored);
  }

  #set(requestId: string, draft: Draft | undefined): void {
    if (draft) this.#drafts.set(requestId, draft);
    else this.#drafts.delete(requestId);
    for (const listener of this.#listeners) listener();
  }
}

function isEmpty({ text, files }: Draft): boolean {
  return text.trim() === '' && files.length === 0;
}
