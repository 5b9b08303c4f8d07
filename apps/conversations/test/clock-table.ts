import { isOpen } from '@parley/contracts';
import type { RequestWithCopies } from '../src/request-state/request.copies.ts';
import { botsOf, humansOf } from '../src/request-state/request.ts';

/** The rows of the table of contract 25 section 5.4; `held`: a bot serves alone, and the policy waits for it. */
export const rows = [
  ...(['first', 'first, held', 'released', 'later', 'answer', 'other'] as const),
  ...(['rest', 'go on', 'closed', 'merged', 'reopened'] as const),
] as const;
export type Row = (typeof rows)[number];

export const metrics = ['first_response', 'next_response', 'resolution'] as const;
type Metric = (typeof metrics)[number];
type Cell = '-' | 'starts' | 'asked' | 'met' | 'cancelled' | 'pauses' | 'resumes' | 'next cycle';

/** The cells, in the order of `metrics`; `-` leaves a clock as it is, and lets one wait that has not started. */
const table: Record<Row, readonly [Cell, Cell, Cell]> = {
  first: ['starts', '-', 'starts'],
  'first, held': ['-', '-', '-'],
  // What came while the bot served has waited for it: a question, and a reopening.
  released: ['starts', 'asked', 'next cycle'],
  later: ['-', 'asked', 'resumes'],
  answer: ['met', 'met', 'pauses'],
  other: ['-', '-', '-'],
  rest: ['-', '-', 'pauses'],
  'go on': ['-', '-', 'resumes'],
  closed: ['cancelled', 'cancelled', 'met'],
  merged: ['cancelled', 'cancelled', 'cancelled'],
  reopened: ['starts', '-', 'next cycle'],
};

const targets = { first_response: 60, next_response: 120, resolution: 480 };

interface TableClock {
  state: 'running' | 'paused' | 'met' | 'cancelled';
  cycle: number;
  since: number;
  counted: number;
  due: number;
  breached: boolean;
}

interface Announced {
  event: string;
  /** In the history, which has nothing of a clock that ended in time. */
  verb?: string;
}

/** What a request says of itself, as far as the table asks for it. */
interface Seen {
  open: boolean;
  /** Bots serve, and no human. */
  botAlone: boolean;
  /** Reasons to rest. */
  rests: number;
}

export function seenIn(request: RequestWithCopies): Seen {
  return {
    open: isOpen(request.status),
    botAlone: botsOf(request).length > 0 && humansOf(request).length === 0,
    rests: Number(request.snooze !== null) + Number(request.workingStatus === 'pending'),
  };
}

/** The clocks of a request by the words of the table alone. Times are minutes. */
export class ClockTable {
  readonly #waitsForBots: boolean;
  readonly #clocks = new Map<Metric, TableClock>();
  /** The requester has written, and has the last word since the opening; a human has answered; the newest word of a person is the team's. */
  #said = { asked: false, asking: false, answered: false, byTeam: false };
  #announced: Announced[] = [];

  constructor(waitsForBots: boolean, from?: ClockTable) {
    this.#waitsForBots = waitsForBots;
    if (!from) return;
    this.#said = { ...from.#said };
    for (const [metric, clock] of from.#clocks) this.#clocks.set(metric, { ...clock });
  }

  copy(): ClockTable {
    return new ClockTable(this.#waitsForBots, this);
  }

  /** The rows that a step is, in their order. */
  rowsOf(step: string, before: Seen, after: Seen): Row[] {
    const { asked } = this.#said;
    const found: Row[] = [];
    if (step === 'merges') found.push('merged');
    else if (before.open && !after.open) found.push('closed');
    if (!before.open && after.open) found.push('reopened');
    if (step === 'asks') found.push(asked ? 'later' : this.#isHeld(after) ? 'first, held' : 'first');
    if (step === 'answers') found.push('answer');
    if (['saysBot', 'notes', 'runsRule'].includes(step)) found.push('other');
    if (after.rests > before.rests) found.push('rest');
    if (after.rests < before.rests && before.open === after.open) found.push('go on');
    if (asked && before.open && after.open && before.botAlone && !after.botAlone) found.push('released');
    return found;
  }

  /** @returns what it announces */
  apply(found: readonly Row[], at: number, seen: Seen): Announced[] {
    this.#announced = [];
    for (const [metric, clock] of this.#clocks) {
      if (clock.state !== 'running' || clock.breached || at <= clock.due) continue;
      clock.breached = true;
      this.#announced.push({ event: `breached ${metric}`, verb: 'SLA_BREACHED' });
    }
    for (const row of found) {
      const { asked } = this.#said;
      if (row === 'first' || row === 'first, held' || row === 'later')
        Object.assign(this.#said, { asked: true, asking: true, byTeam: false });
      if (row === 'answer') Object.assign(this.#said, { answered: asked, asking: false, byTeam: true });
      if (row === 'reopened') this.#said.asking = false;
      for (const [place, metric] of metrics.entries()) this.#applyCell(table[row][place] ?? '-', metric, at, seen);
    }
    this.#restOrGoOn(at, seen);
    return this.#announced;
  }

  get states(): string {
    const of = (metric: Metric) => {
      const clock = this.#clocks.get(metric);
      return clock ? `${clock.state}${clock.cycle > 1 ? clock.cycle : ''}` : '-';
    };
    return metrics.map(of).join(' ');
  }

  /** Of the clocks that run. */
  get due(): (number | undefined)[] {
    return metrics.map((metric) => {
      const clock = this.#clocks.get(metric);
      return clock?.state === 'running' ? clock.due : undefined;
    });
  }

  #isHeld({ botAlone }: Seen): boolean {
    return this.#waitsForBots && botAlone;
  }

  #applyCell(cell: Cell, metric: Metric, at: number, seen: Seen): void {
    const clock = this.#clocks.get(metric);
    const runs = clock?.state === 'running' || clock?.state === 'paused';
    const { asked, asking, answered } = this.#said;
    const mayStart = asked && !runs && !this.#isHeld(seen);
    const isUnmet = clock === undefined || clock.state === 'cancelled';
    if (cell === 'starts' && mayStart && isUnmet && !(metric === 'first_response' && answered)) this.#start(metric, at);
    if (cell === 'asked' && mayStart && answered && asking) this.#start(metric, at);
    if (cell === 'next cycle' && mayStart) this.#start(metric, at, clock);
    if ((cell === 'met' || cell === 'cancelled') && clock && runs) this.#end(metric, clock, cell, at);
  }

  /** @param from whose time goes on, and whose breach stays */
  #start(metric: Metric, at: number, from?: TableClock): void {
    const { cycle = 0, due } = this.#clocks.get(metric) ?? {};
    const { counted, breached } = from ?? { counted: 0, breached: false };
    const next = { state: 'running' as const, cycle: cycle + 1, since: at, counted, breached };
    this.#clocks.set(metric, { ...next, due: breached && due !== undefined ? due : at + targets[metric] - counted });
  }

  #end(metric: Metric, clock: TableClock, state: 'met' | 'cancelled', at: number): void {
    if (clock.state === 'running') clock.counted += at - clock.since;
    clock.state = state;
    const isLate = state === 'met' && clock.breached;
    this.#announced.push({ event: `ended ${metric} ${state}`, ...(isLate && { verb: 'SLA_ENDED' }) });
  }

  /** What pauses and resumes is not one row: the clock runs if there is no reason left to rest. */
  #restOrGoOn(at: number, { rests }: Seen): void {
    const clock = this.#clocks.get('resolution');
    const isResting = rests > 0 || this.#said.byTeam;
    if (clock?.state === 'running' && isResting) {
      clock.counted += at - clock.since;
      clock.state = 'paused';
    } else if (clock?.state === 'paused' && !isResting) {
      Object.assign(clock, { state: 'running', since: at });
      if (!clock.breached) clock.due = at + targets.resolution - clock.counted;
    }
  }
}
