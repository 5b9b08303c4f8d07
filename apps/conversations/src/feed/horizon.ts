/** What one look at the database tells: the last number drawn, and which transactions may still run. */
export interface Look {
  lastSeq: number;
  /** All transactions below are over. */
  xmin: number;
  /** No transaction from here on had begun. */
  xmax: number;
}

interface Mark {
  seq: number;
  /** Whoever has drawn a number up to `seq` is a transaction below this one; known from the next look on. */
  xmax: number | undefined;
}

const mostMarks = 64;

/**
 * Up to which number the changes are all known. Numbers are drawn after the transaction has one (its row is locked before), so
 * once all transactions that had begun when a number was the last one are over, nothing can appear below it any more:
 * a late commit cannot fall behind a cursor that was handed out.
 */
export class Horizon {
  #marks: Mark[] = [];
  #known = -1;

  /** Everything up to this number is committed or will never be; -1: not known yet. */
  get known(): number {
    return this.#known;
  }

  /** Looks must be told in the order in which they were taken. */
  see({ lastSeq, xmin, xmax }: Look): void {
    for (const mark of this.#marks) mark.xmax ??= xmax;
    const passed = this.#marks.filter((mark) => mark.xmax !== undefined && mark.xmax <= xmin);
    for (const { seq } of passed) this.#known = Math.max(this.#known, seq);
    this.#marks = this.#marks.filter((mark) => !passed.includes(mark));
    // While one transaction takes long, the oldest marks wait for it and the newest for those after it.
    if (this.#marks.length >= mostMarks) this.#marks.splice(mostMarks / 2, 1);
    this.#marks.push({ seq: lastSeq, xmax: undefined });
  }
}
