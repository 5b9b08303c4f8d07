import type { Writable } from 'node:stream';

const everyMs = { terminal: 500, lines: 10_000 };
const tenths = 10;

/** Where a run stands: one line per kind on a terminal, else a JSON line now and then and at each tenth of a kind. */
export class Progress {
  readonly #to: Writable & { isTTY?: boolean };
  readonly #onState: ((state: ProgressState) => void) | undefined;
  readonly #kinds = new Map<string, { began: number; done: number }>();
  #shownAt = 0;
  #shownTenth = 0;
  #kind = '';
  #line = '';

  /** @param onState called with each state, shown or not */
  constructor(to: Writable & { isTTY?: boolean }, onState?: (state: ProgressState) => void) {
    this.#to = to;
    this.#onState = onState;
  }

  /** @param total unknown: only what is done is shown */
  at(kind: string, done: number, total: number | undefined, quarantined = 0): void {
    if (kind === '') return;
    const now = performance.now();
    if (kind !== this.#kind) this.#beginKind(kind, now);
    const known = this.#kinds.get(kind) ?? { began: now, done: 0 };
    // A stream that is begun again reads the same records again.
    known.done = Math.max(known.done, done);
    const state = stateOf({ kind, done: known.done, total, quarantined, seconds: (now - known.began) / 1_000 });
    this.#onState?.(state);
    this.#line = this.#to.isTTY ? textOf(state) : JSON.stringify(state);
    if (!this.#isDue(state, now)) return;
    this.#shownAt = now;
    this.#shownTenth = tenthOf(state);
    this.#show();
  }

  /** Shows the last line. */
  end(): void {
    this.#show();
    if (this.#to.isTTY && this.#kind !== '') this.#to.write('\n');
    this.#kind = '';
    this.#line = '';
  }

  #beginKind(kind: string, now: number): void {
    this.end();
    this.#kind = kind;
    this.#shownTenth = 0;
    const known = this.#kinds.get(kind);
    if (!known) this.#kinds.set(kind, { began: now, done: 0 });
  }

  #isDue(state: ProgressState, now: number): boolean {
    if (this.#to.isTTY) return now - this.#shownAt >= everyMs.terminal;
    return now - this.#shownAt >= everyMs.lines || tenthOf(state) > this.#shownTenth;
  }

  #show(): void {
    if (this.#line === '') return;
    this.#to.write(this.#to.isTTY ? `\r${this.#line}\u001b[K` : `${this.#line}\n`);
    if (!this.#to.isTTY) this.#line = '';
  }
}

export interface ProgressState {
  kind: string;
  done: number;
  total: number | undefined;
  /** 100 only when all is done. */
  percent: number | undefined;
  /** Records a second. */
  rate: number;
  minutesLeft: number | undefined;
  quarantined: number;
}

type Counts = Pick<ProgressState, 'kind' | 'done' | 'total' | 'quarantined'> & { seconds: number };

function stateOf({ kind, done, total: counted, quarantined, seconds }: Counts): ProgressState {
  // A project that lives has grown since it was counted.
  const total = counted === undefined ? undefined : Math.max(counted, done);
  const rate = seconds > 0 ? Math.round(done / seconds) : 0;
  const percent = total === undefined ? undefined : total > 0 ? Math.floor((100 * done) / total) : 100;
  const minutesLeft = total !== undefined && rate > 0 ? Math.ceil((total - done) / rate / 60) : undefined;
  return { kind, done, total, percent, rate, minutesLeft, quarantined };
}

function tenthOf({ percent = 0 }: ProgressState): number {
  return Math.floor((tenths * percent) / 100);
}

function textOf({ kind, done, total, percent, rate, minutesLeft, quarantined }: ProgressState): string {
  const number = (value: number) => value.toLocaleString('en');
  const of = total === undefined ? '' : ` / ${number(total)}  ${percent} %`;
  const left = minutesLeft === undefined ? '' : `  ${minutesLeft} min left`;
  return `  ${kind} ${number(done)}${of}  ${number(rate)}/s${left}${quarantined ? `  ${quarantined} quarantined` : ''}`;
}
