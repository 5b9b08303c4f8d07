const width = 30;

/** A bar that is drawn over itself on a terminal, and a line every ten seconds elsewhere. */
export class Progress {
  readonly #total: number;
  readonly #began = performance.now();
  readonly #from: number;
  #reportedAt = 0;

  /** @param from what was done in an earlier run, and does not count for the rate */
  constructor(total: number, from: number) {
    this.#total = total;
    this.#from = from;
  }

  show(done: number): void {
    const now = performance.now();
    const isLast = done >= this.#total;
    if (!process.stdout.isTTY && !isLast && now - this.#reportedAt < 10_000) return;
    this.#reportedAt = now;
    const seconds = (now - this.#began) / 1000;
    const perSecond = (done - this.#from) / Math.max(seconds, 0.001);
    const left = perSecond > 0 ? Math.ceil((this.#total - done) / perSecond) : 0;
    const share = this.#total === 0 ? 1 : done / this.#total;
    const bar = '#'.repeat(Math.round(share * width)).padEnd(width, '.');
    const line = `[${bar}] ${(share * 100).toFixed(1)} %  ${round(done)} of ${round(this.#total)} rows  ${round(perSecond)}/s  ${left} s left`;
    process.stdout.write(process.stdout.isTTY ? `\r${line.padEnd(100)}${isLast ? '\n' : ''}` : `${line}\n`);
  }
}

const round = (value: number): string => Math.round(value).toLocaleString('en');
