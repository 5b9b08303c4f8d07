/**
 * Unsent words, kept in the browser: per person, project and request. Source: contract 80 section 6.3.
 */
export interface Draft {
  text: string;
  mode: 'reply' | 'note';
  /** Of replies: images, frames and buttons are read from the text. Source: contract 21 section 7.2. */
  isMicro?: boolean | undefined;
  /** Of notes: ids of teammates. */
  mentions: string[];
  /** Uploaded, not yet sent. */
  files: DraftFile[];
  /** `seq` of the newest message when the first word was written: what a colleague sends after it may have answered already. */
  since?: number | undefined;
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

/** A draft that has left the composer to be sent. */
export interface TakenDraft {
  readonly draft: Draft;
  /** It is sent or in the outbox: the store keeps what was written since. @throws what the store throws */
  finish(): Promise<void>;
  /** What of it was not sent stands in the composer again, before what was written since. */
  restore(unsent: Draft): void;
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
}

export const keptForMs = 30 * 86_400_000;

const emptyDraft: Draft = { text: '', mode: 'reply', mentions: [], files: [], editedAt: 0 };

/** What is on its way of one request; a reread must not bring it back. */
interface Taken {
  readonly drafts: Set<Draft>;
  /** `editedAt` of the newest words that are this tab's own: what the store has later is another tab's. */
  savedAt: number;
}

export class Drafts {
  readonly #options: DraftsOptions;
  readonly #drafts = new Map<string, Draft>();
  /** Requests whose newest words the store has not been given yet. */
  readonly #unsaved = new Set<string>();
  readonly #saving = new Map<string, Promise<void>>();
  readonly #taken = new Map<string, Taken>();
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
    return !isEmpty(this.of(requestId));
  }

  get size(): number {
    return [...this.#drafts.values()].filter((draft) => !isEmpty(draft)).length;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * A keystroke: shown at once, and kept at once; while the store writes an earlier one, the newest waits for it. What a page gives the store
   * as it goes is lost in WebKit, and in Chromium unless it has written shortly before: nothing may wait for that.
   */
  edit(requestId: string, change: Partial<Omit<Draft, 'editedAt'>>): void {
    this.#set(requestId, { ...this.of(requestId), ...change, editedAt: this.#options.now() });
    this.#unsaved.add(requestId);
    // A full or blocked store: the words are on the screen, and the next keystroke tries again.
    if (!this.#saving.has(requestId)) void this.#save(requestId).catch(() => undefined);
  }

  /**
   * Takes the draft out of the composer at once, so that it is sent once however often the agent presses Enter; the store keeps it
   * until it is finished or restored. A composer that was set to notes stays so: the next words are not for the visitor.
   * @returns nothing when there is no draft
   */
  take(requestId: string): TakenDraft | undefined {
    const draft = this.of(requestId);
    if (isEmpty(draft)) return undefined;
    const taken = this.#taken.get(requestId) ?? { drafts: new Set(), savedAt: 0 };
    taken.drafts.add(draft);
    taken.savedAt = Math.max(taken.savedAt, draft.editedAt);
    this.#taken.set(requestId, taken);
    this.#set(requestId, { ...emptyDraft, mode: draft.mode });
    return {
      draft,
      finish: () => this.#finish(requestId, taken, draft),
      restore: (unsent) => {
        this.#release(requestId, taken, draft);
        this.edit(requestId, joined(unsent, this.of(requestId)));
      },
    };
  }

  /** The page is about to go: waits for nothing before it gives the store what that has not been given yet. */
  async flush(): Promise<void> {
    await Promise.all([...this.#unsaved].map((requestId) => this.#save(requestId)));
    await Promise.all(this.#saving.values());
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
    this.#unsaved.delete(requestId);
    const taken = this.#taken.get(requestId);
    // What is on its way is not safe yet: the store has it before what was written since.
    const draft = [...(taken?.drafts ?? []), this.of(requestId)].reduce(joined);
    if (taken) taken.savedAt = Math.max(taken.savedAt, draft.editedAt);
    const { store } = this.#options;
    const saving = isEmpty(draft) ? store.remove(requestId) : store.put(requestId, draft);
    this.#saving.set(requestId, saving);
    return saving.finally(() => {
      if (this.#saving.get(requestId) !== saving) return;
      this.#saving.delete(requestId);
      if (this.#unsaved.has(requestId)) return this.#save(requestId);
    });
  }

  async #finish(requestId: string, taken: Taken, draft: Draft): Promise<void> {
    await this.#saving.get(requestId);
    const stored = await this.#options.store.get(requestId).finally(() => this.#release(requestId, taken, draft));
    const isOfOtherTab = stored !== undefined && stored.editedAt > taken.savedAt;
    if (isOfOtherTab && !this.has(requestId)) return this.#reread(requestId);
    await this.#save(requestId);
  }

  #release(requestId: string, taken: Taken, draft: Draft): void {
    taken.drafts.delete(draft);
    if (taken.drafts.size === 0) this.#taken.delete(requestId);
  }

  async #reread(requestId: string): Promise<void> {
    if (this.#focused === requestId) return;
    const stored = await this.#options.store.get(requestId);
    const isInUse = this.#focused === requestId || this.#unsaved.has(requestId);
    if (isInUse || this.#saving.has(requestId) || this.#taken.has(requestId)) return;
    const known = this.of(requestId);
    // Without a stored draft, another tab has sent or emptied it.
    if (stored && known.editedAt > stored.editedAt) return;
    // The switch stands for the words that are written next, and not for those that were sent elsewhere.
    this.#set(
      requestId,
      stored ?? { ...emptyDraft, mode: known.mode, ...(isEmpty(known) && { isMicro: known.isMicro }) },
    );
  }

  #set(requestId: string, draft: Draft): void {
    // An empty composer that is set to notes or to micro-language stays so; nothing else is to be known of an empty one.
    if (isEmpty(draft) && draft.mode === emptyDraft.mode && !draft.isMicro) this.#drafts.delete(requestId);
    else this.#drafts.set(requestId, draft);
    for (const listener of this.#listeners) listener();
  }
}

function isEmpty({ text, files }: Draft): boolean {
  return text.trim() === '' && files.length === 0;
}

/** One after the other. Where either is a note, all of it is: private words are never offered to the visitor. */
function joined(first: Draft, second: Draft): Draft {
  if (isEmpty(first)) return second;
  const isNote = [first, second].some((draft) => draft.mode === 'note' && !isEmpty(draft));
  return {
    text: [first.text, second.text].filter(Boolean).join('\n'),
    mode: isNote ? 'note' : 'reply',
    isMicro: first.isMicro && second.isMicro,
    mentions: [...new Set([...first.mentions, ...second.mentions])],
    files: [...first.files, ...second.files],
    since: first.since ?? second.since,
    editedAt: Math.max(first.editedAt, second.editedAt),
  };
}
