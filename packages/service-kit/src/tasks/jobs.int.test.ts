import { eventually, type TestDatabase, testDatabase } from '@parley/testkit';

import { connectDatabase, type Database } from '../database/database.ts';
import { LeaseKeeper } from '../database/lease.ts';
import { createLogger } from '../observability/log.ts';
import { createMetrics } from '../observability/metrics.ts';
import { noTracing } from '../observability/tracing.ts';
import { every, type Jobs, startJobs } from './jobs.ts';

const log = createLogger({ service: 'bots', level: 'silent' });
let database: TestDatabase;
let db: Database;

beforeAll(async () => {
  database = await testDatabase(new URL('../../prisma/', import.meta.url));
  db = await connectDatabase({ url: database.url, service: 'bots', log });
});

afterAll(async () => {
  await db.close();
  await database.drop();
});

it('runs a job on one replica at a time, and on the other one once that is gone', async () => {
  const rounds: string[] = [];
  const start = (replica: string) => jobsOf({ name: 'sweep', run: async () => void rounds.push(replica) });
  const first = start('first');
  await eventually(() => expect(rounds).toContain('first'));
  const second = start('second');
  await eventually(() => expect(rounds.length).toBeGreaterThan(5));
  const whileBoth = [...rounds];

  await first.stop();
  await eventually(() => expect(rounds).toContain('second'));
  await second.stop();

  expect(new Set(whileBoth)).toEqual(new Set(['first']));
});

it('takes over from a replica that died without a word', async () => {
  let rounds = 0;
  await db.query(
    `insert into lease (name, holder, until) values ('job/inherit', 'the dead', now() + interval '300 ms')`,
  );

  const jobs = jobsOf({ name: 'inherit', run: async () => void rounds++ });
  await eventually(() => expect(rounds).toBeGreaterThan(0));
  await jobs.stop();

  const [lease] = await db.query<{ fence: number }>("select fence from lease where name = 'job/inherit'");
  expect(lease?.fence).toBe(2);
});

it('begins no round before its time when it has its lease again', async () => {
  let rounds = 0;
  const jobs = jobsOf({ name: 'lapse', everyMs: 60_000, run: async () => void rounds++ });
  await eventually(() => expect(rounds).toBe(1));

  await db.query("update lease set holder = 'another', until = now() + interval '300 ms' where name = 'job/lapse'");
  const untilOf = async () =>
    (await db.query<{ until: Date }>("select until from lease where name = 'job/lapse' and holder <> 'another'"))[0]
      ?.until;
  const regained = await eventually(async () => {
    const until = await untilOf();
    expect(until).toBeDefined();
    return until;
  });
  // By the next renewal a round would have begun.
  await eventually(async () => expect(await untilOf()).not.toEqual(regained));
  await jobs.stop();
  expect(rounds).toBe(1);
});

it('goes on after a round that failed', async () => {
  let rounds = 0;
  const run = async () => {
    rounds++;
    if (rounds === 1) throw new Error('the first one fails');
  };

  const jobs = jobsOf({ name: 'stumble', run });
  await eventually(() => expect(rounds).toBeGreaterThan(2));
  await jobs.stop();
});

it('aborts a long round when it is to end', async () => {
  const signals: AbortSignal[] = [];
  const run = (over: AbortSignal) =>
    new Promise<void>((resolve) => {
      signals.push(over);
      over.addEventListener('abort', () => resolve());
    });

  const jobs = jobsOf({ name: 'endless', run });
  await eventually(() => expect(signals).toHaveLength(1));
  // Another replica has the lease now.
  await db.query("update lease set holder = 'another', until = now() + interval '1 s' where name = 'job/endless'");
  await eventually(() => expect(signals).toMatchObject([{ aborted: true }, { aborted: false }]));
  await jobs.stop();

  expect(signals.every(({ aborted }) => aborted)).toBe(true);
});

it('waits for a running round before it stops', async () => {
  const entered = Promise.withResolvers<void>();
  const open = Promise.withResolvers<void>();
  let ended = false;
  const run = async () => {
    entered.resolve();
    await open.promise;
    ended = true;
  };

  const jobs = jobsOf({ name: 'slow', run });
  await entered.promise;
  const stopping = jobs.stop();
  open.resolve();
  await stopping;

  expect(ended).toBe(true);
});

it('runs a round on request, and passes its failure to the caller', async () => {
  const jobs = jobsOf({ name: 'asked', run: () => Promise.reject(new Error('no')) });

  await expect(jobs.run('asked')).rejects.toThrow('no');
  await jobs.stop();
});

it('neither runs nor leases a job that the process has no use for', async () => {
  const jobs = jobsOf({ name: 'needless', isNeeded: () => false, run: () => Promise.reject(new Error('no')) });

  await expect(jobs.run('needless')).rejects.toThrow('there is no job needless');
  await jobs.stop();
  expect(await db.query("select from lease where name = 'job/needless'")).toEqual([]);
});

interface TestedJob {
  name: string;
  everyMs?: number;
  isNeeded?(): boolean;
  run(over: AbortSignal): Promise<void>;
}

function jobsOf({ name, everyMs = 20, isNeeded, run }: TestedJob): Jobs {
  const metrics = createMetrics('bots');
  const jobs = [every(name, everyMs, (_context, over) => run(over), isNeeded)];
  const leases = new LeaseKeeper({ db, log, leaseMs: 150 });
  return startJobs({ jobs, context: {}, leases, log, metrics, tracing: noTracing });
}
