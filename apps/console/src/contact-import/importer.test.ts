import type { NewLeadResultView } from '@parley/sdk';
import * as fc from 'fast-check';
import type { FaultyRecord } from './import-file.ts';
import { Importer, type ImportRecord, type ImportStore, type Trouble } from './importer.ts';

const lines = 1_730;
/** Every hundredth line is refused by the API, every 250th has a cell too many. */
const isRefused = (line: number) => line % 100 === 0;
const isBroken = (line: number) => line % 250 === 0;
const text = `key;name\n${Array.from({ length: lines }, (_, index) =>
  isBroken(index + 1) ? `k${index + 1};x;y` : `k${index + 1};Name ${index + 1}`,
).join('\n')}\n`;

const record: ImportRecord = {
  id: 'one',
  fileName: 'contacts.csv',
  file: new Blob([text]),
  encoding: 'utf-8',
  delimiter: ';',
  header: ['key', 'name'],
  targets: ['attributes.key', 'fullname'],
  onConflict: 'merge',
  total: lines,
  done: 0,
  created: 0,
  merged: 0,
  returned: 0,
  failed: 0,
  status: 'running',
};

/** Of contacts that a call had no time for, or that an earlier call is still at. */
const undecided = ['not_attempted', 'idempotency_in_progress'];

/** A browser's memory and an API, which survive the page. */
class World {
  kept: ImportRecord | undefined;
  readonly faults = new Map<number, readonly FaultyRecord[]>();
  readonly contacts: string[] = [];
  readonly answers = new Map<string, readonly NewLeadResultView[]>();
  /** What becomes of each call: answered, cut before or after its effect. */
  fates: ('answer' | 'lose' | 'refuse' | 'crash' | 'partly')[] = [];
  crash: () => void = () => undefined;

  readonly store: ImportStore = {
    load: async () => this.kept,
    put: async (next) => {
      this.kept = next;
    },
    putFaults: async (from, faults) => {
      this.faults.set(from, faults);
    },
    faults: async () => [...this.faults.entries()].sort(([one], [other]) => one - other).flatMap(([, found]) => found),
    clear: async () => this.faults.clear(),
  };

  open(): Promise<Importer> {
    return Importer.open({
      store: this.store,
      send: async (contacts, _, key, signal) => {
        const fate = this.fates.shift() ?? 'answer';
        if (fate === 'refuse') throw new Error('unreachable');
        const stored = this.answers.get(key);
        const results =
          stored ?? contacts.map((contact, index) => this.#create(String(contact.attributes?.key), index));
        this.answers.set(key, results);
        if (fate === 'lose') throw new Error('cut');
        if (fate === 'partly')
          return results.map((result, index) => ({
            ...result,
            outcome: 'failed',
            code: undecided[index % undecided.length] ?? '',
          }));
        if (fate === 'crash') {
          this.crash();
          signal.throwIfAborted();
        }
        return results;
      },
      judge: (error): Trouble => ((error as Error).message === 'final' ? { error } : { retryAfterMs: 5 }),
      pause: async (_, signal) => signal.throwIfAborted(),
      now: () => 0,
      exclusively: (work) => work(),
    });
  }

  #create(key: string, index: number): NewLeadResultView {
    if (isRefused(Number(key.slice(1))))
      return {
        index,
        outcome: 'failed',
        code: 'validation_failed',
        errors: [{ param: 'email', location: 'body', msg: 'Must be an email address' }],
      };
    this.contacts.push(key);
    return { index, outcome: 'created', _id: key };
  }
}

async function ended(importer: Importer): Promise<void> {
  const isRunning = () => importer.snapshot().isActive || importer.snapshot().record?.status === 'running';
  while (isRunning())
    await new Promise<void>((resolve) => {
      const stop = importer.subscribe(() => {
        stop();
        resolve();
      });
    });
}

const numbers = Array.from({ length: lines }, (_, index) => index + 1);
const good = numbers.filter((line) => !isRefused(line) && !isBroken(line)).map((line) => `k${line}`);
const bad = numbers.filter((line) => isRefused(line) || isBroken(line));

it('creates each contact once, whatever is cut and however often the page is loaded again', async () => {
  const fate = fc.constantFrom('answer', 'lose', 'refuse', 'crash', 'partly');
  await fc.assert(
    fc.asyncProperty(fc.array(fate, { maxLength: 12 }), async (fates) => {
      const world = new World();
      world.fates = fates as World['fates'];
      let importer = await world.open();
      world.crash = () => importer.close();
      await importer.begin(record);
      for (let loads = 0; world.kept?.status !== 'finished' && loads < 20; loads += 1) {
        const crashed = new Promise<void>((resolve) => {
          world.crash = () => {
            importer.close();
            resolve();
          };
        });
        await Promise.race([ended(importer), crashed]);
        if (world.kept?.status === 'running') importer = await world.open();
      }
      expect(world.kept).toMatchObject({ status: 'finished', done: lines, created: good.length, failed: bad.length });
      expect(world.contacts).toEqual(good);
      // The header is line 1.
      expect((await world.store.faults()).map(({ line }) => line)).toEqual(bad.map((line) => line + 1));
    }),
    { numRuns: 25 },
  );
});

it('says of each faulty record what is wrong', async () => {
  const world = new World();
  const importer = await world.open();
  await importer.begin(record);
  await ended(importer);
  const faults = await importer.faults();
  expect(faults.find(({ line }) => line === 101)).toMatchObject({ refusal: 'email: Must be an email address' });
  expect(faults.find(({ line }) => line === 251)).toMatchObject({ faults: [{ reason: 'columns', limit: 2 }] });
});

it('pauses, resumes where it was, and stops', async () => {
  const world = new World();
  const importer = await world.open();
  world.fates = ['answer', 'crash'];
  const paused = new Promise<void>((resolve) => {
    world.crash = () => void importer.pause().then(resolve);
  });
  await importer.begin(record);
  await paused;
  await ended(importer);
  expect(importer.snapshot().record?.status).toBe('paused');
  expect(importer.snapshot().record?.done).toBeLessThan(lines);

  await importer.resume();
  await ended(importer);
  expect(importer.snapshot().record).toMatchObject({ status: 'finished', created: good.length });
  expect(world.contacts).toEqual(good);
});

it('waits for a person after a refusal that no repetition helps', async () => {
  const world = new World();
  const importer = await world.open();
  world.answers.get = () => {
    throw new Error('final');
  };
  await importer.begin(record);
  await ended(importer);
  expect(importer.snapshot()).toMatchObject({ record: { status: 'paused', done: 0 }, error: new Error('final') });
});

it('does not begin over an import that another tab has begun', async () => {
  const world = new World();
  const importer = await world.open();
  const other = { ...record, id: 'other', status: 'paused' as const, done: 500 };
  world.kept = other;
  await importer.begin(record);
  expect(importer.snapshot().record).toBe(other);
  expect(world.kept).toBe(other);
});
