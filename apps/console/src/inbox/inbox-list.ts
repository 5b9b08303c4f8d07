import { hasSameTags, type InboxRow, isNewer, merged, type ReadState, withReadState } from './row.ts';

const maxRemembered = 1000;

/** What a list shows, and in which order. */
export interface InboxOrder {
  /** Whether a row belongs to the list, as the API's filter would say; undefined where the row does not tell. */
  judge(row: InboxRow, isListed: boolean): boolean | undefined;
  /** Rows tell nothing of what the list asks for: any change of one may take it out. */
  isOpaque?: boolean;
  /** What rows are sorted by: ISO times. */
  key(row: InboxRow): string;
  /** `-1`: the greatest key first. */
  direction: 1 | -1;
}

export interface InboxSnapshot {
  rows: readonly InboxRow[];
  /** Rows that would rise, appear or leave once the list may move. */
  waiting: number;
  /** No page is left to load. */
  complete: boolean;
}

/**
 * The rows of one inbox view: pages that were loaded, and the frames that came since. While it is held (the list is scrolled or
 * under the pointer) no row changes its place. Source: contract 80 section 6.1.
 */
export class InboxList {
  readonly #order: InboxOrder;
  readonly #rows = new Map<string, InboxRow>();
  /** The last known state of rows that left the list: a late frame must not bring them back. */
  readonly #left = new Map<string, InboxRow>();
  /** Rows that left the list but keep their place while it is held. */
  readonly #leaving = new Set<string>();
  readonly #listeners = new Set<() => void>();
  #places: string[] = [];
  #waiting = new Set<string>();
  #held = false;
  #complete = false;
  #last: InboxRow | undefined;
  #snapshot: InboxSnapshot | undefined;

  constructor(order: InboxOrder) {
    this.#order = order;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The same object until something changes. */
  snapshot(): InboxSnapshot {
    this.#snapshot ??= {
      rows: this.#places.map((id) => this.#rows.get(id)).filter((row) => row !== undefined),
      waiting: this.#waiting.size,
      complete: this.#complete,
    };
    return this.#snapshot;
  }

  get(requestId: string): InboxRow | undefined {
    return this.#rows.get(requestId);
  }

  /** The next page, in the list's order. */
  append(page: readonly InboxRow[], complete: boolean): void {
    for (const row of page) {
      const known = this.#rows.get(row.request_id);
      this.#leaving.delete(row.request_id);
      this.#left.delete(row.request_id);
      this.#rows.set(row.request_id, known ? merged(row, known) : row);
      if (!known) this.#places.push(row.request_id);
    }
    this.#last = page.at(-1) ?? this.#last;
    this.#complete = complete;
    this.#arrange();
  }

  /** The list as it is now, after frames were missed. While it is held, what would move waits as it does for frames. */
  replace(page: readonly InboxRow[], complete: boolean): void {
    this.#last = page.at(-1);
    this.#complete = complete;
    const fresh = new Set(page.map(({ request_id }) => request_id));
    for (const row of [...this.#rows.values()]) {
      if (fresh.has(row.request_id)) continue;
      if (this.#isWithinLoaded(row)) this.#leave(row);
      else this.#unload(row);
    }
    const isHeld = this.#held && this.#places.length > 0;
    for (const row of page) {
      const known = this.#rows.get(row.request_id);
      this.#leaving.delete(row.request_id);
      this.#left.delete(row.request_id);
      this.#rows.set(row.request_id, known ? merged(row, known) : row);
      if (!known && !isHeld) this.#places.push(row.request_id);
      if (isHeld && (!known || this.#wouldMove(row))) this.#waiting.add(row.request_id);
    }
    this.#arrange();
  }

  /**
   * A `CREATE` or `UPDATE` frame, in any order and any number of times. A row of which the frame does not tell whether it belongs
   * here stays what it is.
   * @returns whether the API alone knows what else there is to show
   */
  upsert(frame: InboxRow): boolean {
    const known = this.#rows.get(frame.request_id);
    const newest = known ?? this.#left.get(frame.request_id);
    if (newest && !isNewer(frame, newest)) return false;
    const row = withReadState(frame, newest);
    const verdict = this.#order.judge(row, known !== undefined);
    const mayLeave = known && (this.#order.isOpaque ? row.__v !== known.__v : !hasSameTags(row, known));
    const isUnsure = verdict === undefined && (!known || mayLeave === true);
    if (!(verdict ?? known)) {
      if (known) this.#leave(row);
      else this.#remember(row);
      return isUnsure;
    }
    const isWithin = this.#isWithinLoaded(row);
    if (!known && !isWithin) return false;
    if (isWithin) this.#leaving.delete(row.request_id);
    this.#left.delete(row.request_id);
    this.#rows.set(row.request_id, row);
    if (!known && !this.#held) this.#places.push(row.request_id);
    if (this.#held && (!known || this.#wouldMove(row))) this.#waiting.add(row.request_id);
    this.#arrange();
    // How much of a new row the person has read, it does not say.
    return isUnsure || !known;
  }

  /** A `DELETE` frame: the request is gone, or out of the person's sight. */
  remove(requestId: string): void {
    const known = this.#rows.get(requestId);
    if (known) this.#leave(known);
  }

  /** A `READ` frame, or the person's own reading. */
  setRead(requestId: string, read: ReadState): void {
    for (const rows of [this.#rows, this.#left]) {
      const known = rows.get(requestId);
      if (known) rows.set(requestId, { ...known, read });
    }
    this.#changed();
  }

  /** Nothing moves until `release`. */
  hold(): void {
    this.#held = true;
  }

  /** Everything goes where it belongs. */
  release(): void {
    if (!this.#held) return;
    this.#held = false;
    for (const id of this.#leaving) this.#rows.delete(id);
    this.#leaving.clear();
    this.#places = [...this.#rows.keys()];
    this.#waiting = new Set();
    this.#arrange();
  }

  #leave(row: InboxRow): void {
    this.#remember(row);
    if (this.#held) {
      this.#rows.set(row.request_id, row);
      this.#leaving.add(row.request_id);
      this.#waiting.add(row.request_id);
    } else {
      this.#rows.delete(row.request_id);
      this.#places = this.#places.filter((id) => id !== row.request_id);
    }
    this.#changed();
  }

  /** A row behind the pages that were read again: its own page brings it back, and until the list may move it stays where it is. */
  #unload(row: InboxRow): void {
    if (this.#held) this.#leaving.add(row.request_id);
    else {
      this.#rows.delete(row.request_id);
      this.#places = this.#places.filter((id) => id !== row.request_id);
    }
  }

  /** Whether a row is out of order between its neighbours. */
  #wouldMove(row: InboxRow): boolean {
    const at = this.#places.indexOf(row.request_id);
    const [before, after] = [at - 1, at + 1].map((place) => this.#rows.get(this.#places[place] ?? ''));
    return (
      (before !== undefined && this.#compare(before, row) > 0) || (after !== undefined && this.#compare(row, after) > 0)
    );
  }

  #remember(row: InboxRow): void {
    this.#left.delete(row.request_id);
    this.#left.set(row.request_id, row);
    const [oldest] = this.#left.keys();
    if (this.#left.size > maxRemembered && oldest !== undefined) this.#left.delete(oldest);
  }

  /** What stands behind the last loaded row comes with a later page. */
  #isWithinLoaded(row: InboxRow): boolean {
    return this.#complete || !this.#last || this.#compare(row, this.#last) <= 0;
  }

  #arrange(): void {
    if (!this.#held) this.#places.sort((a, b) => this.#compareIds(a, b));
    this.#changed();
  }

  #compareIds(a: string, b: string): number {
    const [first, second] = [this.#rows.get(a), this.#rows.get(b)];
    return first && second ? this.#compare(first, second) : 0;
  }

  #compare(a: InboxRow, b: InboxRow): number {
    const [first, second] = [this.#order.key(a), this.#order.key(b)];
    if (first !== second) return (first < second ? -1 : 1) * this.#order.direction;
    return (a._id < b._id ? -1 : a._id > b._id ? 1 : 0) * this.#order.direction;
  }

  #changed(): void {
    this.#snapshot = undefined;
    for (const listener of this.#listeners) listener();
  }
}
