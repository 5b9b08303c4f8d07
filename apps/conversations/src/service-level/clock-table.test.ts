import { isDeepStrictEqual } from 'node:util';

import { amountOf, drawer } from '@parley/testkit';

import { ClockTable, metrics, type Row, rows, seenIn } from '../../test/clock-table.ts';
import { type Story, story, waiting, withBot } from '../../test/level-story.ts';
import { historyOf } from '../request-state/history.ts';
import type { RequestWithCopies } from '../request-state/request.copies.ts';

const steps = {
  asks: (told, at) => told.asks(at),
  answers: (told, at) => told.answers(at),
  saysBot: (told, at) => told.saysBot(at),
  notes: (told, at) => told.notes(at),
  runsRule: (told, at) => told.runsRule(at),
  snoozes: (told, at) => told.snoozes(at),
  wakes: (told, at) => told.wakes(at),
  pends: (told, at) => told.sets(at, { workingStatus: 'pending' }),
  opens: (told, at) => told.sets(at, { workingStatus: 'open' }),
  closes: (told, at) => told.closes(at),
  merges: (told, at) => told.merges(at),
  reopens: (told, at) => told.reopens(at),
  handsOff: (told, at) => told.handsOff(at),
  botComes: (told, at) => told.botComes(at),
  botLeaves: (told, at) => told.leaves(at, 'bot_b1'),
  leaves: (told, at) => told.leaves(at),
} satisfies Record<string, (told: Story, at: number) => Story>;
type Step = keyof typeof steps;
const names = Object.keys(steps) as Step[];

const worlds: [name: string, told: () => Story, waitsForBots: boolean][] = [
  ['nobody serves', () => story({}, waiting), true],
  ['a human serves', () => story(), true],
  ['a bot serves', () => story({}, withBot), true],
  ['a bot serves and counts', () => story({ whileBot: 'count' }, withBot), false],
];

/** A request after some steps, and what the table makes of it. */
interface Place {
  request: RequestWithCopies;
  table: ClockTable;
  path: readonly Step[];
  last?: Row | undefined;
}

/** Walks through what can commit, and compares each request with the table. */
class Walker {
  /** Rows that followed each other. */
  readonly pairs = new Set<string>();
  readonly #told: Story;
  readonly #everyMinutes: number;
  readonly #name: string;

  constructor(name: string, told: Story, everyMinutes: number) {
    this.#name = name;
    this.#told = told;
    this.#everyMinutes = everyMinutes;
  }

  /** @returns `undefined` when the step is refused */
  go({ request, table: before, path: past, last }: Place, step: Step): Place | undefined {
    const told = this.#told;
    const path = [...past, step];
    const at = path.length * this.#everyMinutes;
    Object.assign(told, { request, events: [] });
    // As the operation does.
    if (step === 'merges' && request.mergedInto) return undefined;
    try {
      steps[step](told, at);
    } catch (error) {
      expect((error as { code?: string }).code).toMatch(/^request_(closed|merged)$|^status_not_allowed$/);
      return undefined;
    }
    const table = before.copy();
    const seen = seenIn(told.request);
    const found = table.rowsOf(step, seenIn(request), seen);
    const announced = table.apply(found, at, seen);
    const { change, states } = told;
    const entries = historyOf(change, { type: 'system', id: 'system' }, new Date(0), () => 'h');
    const isRunning = (metric: (typeof metrics)[number]) => told.clock(metric)?.state === 'running';
    const is = {
      ...{ states, told: told.announced.toSorted() },
      due: metrics.map((metric) => (isRunning(metric) ? told.due(metric) : undefined)),
      history: entries.map(({ verb }) => verb).filter((verb) => verb.startsWith('SLA_')),
    };
    const wanted = {
      ...{ states: table.states, due: table.due },
      told: announced.map(({ event }) => event).toSorted(),
      history: announced.flatMap(({ verb }) => verb ?? []),
    };
    // As a matcher each step would take longer than all that it compares.
    if (!isDeepStrictEqual(is, wanted)) expect([this.#name, ...path, is]).toEqual([this.#name, ...path, wanted]);
    let previous = last;
    for (const row of found) {
      if (previous) this.pairs.add(`${previous} > ${row}`);
      previous = row;
    }
    return { request: told.request, table, path, last: previous };
  }

  /** Every sequence of so many steps. */
  all(place: Place, depth: number): void {
    if (depth === 0) return;
    for (const step of names) {
      const next = this.go(place, step);
      if (next) this.all(next, depth - 1);
    }
  }
}

const depth = amountOf({ quick: 3, soak: 5 });
const walks = amountOf({ quick: 300, soak: 5_000 });
const stepsEach = 15;

const toWrite: Row[] = ['first', 'first, held', 'later'];
/** Which rows cannot come right after which. */
const impossible: [why: string, rows: Row[], next: Row[]][] = [
  ['the requester has written before', [...toWrite, 'released'], ['first', 'first, held']],
  ['what the requester writes leaves it open', toWrite, ['reopened']],
  ['what the requester writes reopens it before', ['closed', 'merged'], toWrite],
  ['it is closed, whoever takes part', ['closed', 'merged'], ['released', 'closed']],
  ['the team writes where it goes on, and it is merged already', ['merged'], ['answer', 'merged']],
  ['it is open', ['released', 'reopened'], ['reopened']],
];

it('are those of the table after every row that can follow another, and the others cannot', () => {
  const draw = drawer(25);
  const reached = new Set<string>();
  for (const [name, begin, waitsForBots] of worlds) {
    // In time, and late.
    for (const everyMinutes of [3, 190]) {
      const told = begin();
      const walker = new Walker(name, told, everyMinutes);
      const start: Place = { request: told.request, table: new ClockTable(waitsForBots), path: [] };
      walker.all(start, depth);
      for (let walk = 0; walk < walks; walk++) {
        let place: Place = start;
        for (let nth = 0; nth < stepsEach; nth++)
          place = walker.go(place, names[draw(names.length)] ?? 'asks') ?? place;
      }
      for (const pair of walker.pairs) reached.add(pair);
    }
  }
  const cannot = new Set(
    impossible.flatMap(([, of, after]) => of.flatMap((row) => after.map((next) => `${row} > ${next}`))),
  );
  const all = rows.flatMap((row) => rows.map((next) => `${row} > ${next}`));
  expect([...reached].toSorted()).toEqual(all.filter((pair) => !cannot.has(pair)).toSorted());
});
