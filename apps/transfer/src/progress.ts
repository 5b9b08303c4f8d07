import type { Writable } from 'node:stream';

const everyMs = { terminal: 500, lines: 10_000 };

/** Where a run stands: one line per kind on a terminal, else a JSON line now and then. */
export class Progress {
  readonly #to: Writable & { isTTY?: boolean };
  readonly #onState: ((state: ProgressState) => void) | undefined;
  readonly #began = new Map<string, number>();
  #shownAt = 0;
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
    if (kind !== this.#kind) this.#endKind(kind, now);
    const seconds = (now - (this.#began.get(kind) ?? now)) / 1_000;
    const rate = seconds > 0 ? Math.round(done / seconds) : 0;
    const state = { kind, done, total, rate, quarantined };
    this.#onState?.(state);
    this.#line = this.#to.isTTY ? textOf(state) : JSON.stringify(state);
    if (now - this.#shownAt < (this.#to.isTTY ? everyMs.terminal : everyMs.lines)) return;
    this.#shownAt = now;
    this.#show();
  }

  /** Shows the last line. */
  end(): void {
    this.#show();
    if (this.#to.isTTY) this.#to.write('\n');
    this.#line = '';
  }

  #endKind(kind: string, now: number): void {
    if (this.#kind !== '') this.end();
    this.#kind = kind;
    this.#began.set(kind, now);
  }

  #show(): void {
    if (this.#line === '') return;
    this.#to.write(this.#to.isTTY ? `\r${this.#line}\u001b[K` : `${this.#line}\n`);
  }
}

export interface ProgressState {
  kind: string;
  done: number;
  total: number | undefined;
  rate: number;
  quarantined: number;
}

function textOf({ kind, done, total, rate, quarantined }: ProgressState): string {
  const number = (value: number) => value.toLocaleString('en');
  const of = total === undefined ? '' : ` / ${number(total)}  ${total ? Math.floor((100 * done) / total) : 100} %`;
  const left = total !== undefined && rate > 0 ? `  ${Math.ceil((total - done) / rate / 60)} min left` : '';
  return `  ${kind} ${number(done)}${of}  ${number(rate)}/s${left}${quarantined ? `  ${quarantined} quarantined` : ''}`;
}
