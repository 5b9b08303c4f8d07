import { eventually } from '@parley/testkit';

import { connectShelves, openShelves, project, putShelf, type ShelfFixture, silent } from '../../test/shelves.ts';
import { eventsPassed, saveCursors } from '../consumers/event-cursors.ts';
import { shardCount } from '../outbox/envelope.ts';
import { enqueueOrderedTask, orderedTaskWorker } from './ordered-tasks.ts';
import { cancelTasks, deleteOldTasks, enqueueTask } from './task.ts';
import {
  TaskContinuation,
  type TaskHandler,
  type TaskWorker,
  type TaskWorkerOptions,
  taskWorker,
} from './task-worker.ts';

let shelves: ShelfFixture;
let workers: TaskWorker[];
beforeEach(async () => {
  shelves = await openShelves();
  workers = [];
});
afterEach(async () => {
  await Promise.all(workers.map((worker) => worker.stop()));
  await shelves.close();
});

const mail = (id: string, projectId = project) => ({ projectId, id, kind: 'mail', payload: { to: id } });

function work(handler: TaskHandler, options: Partial<TaskWorkerOptions> = {}): TaskWorker {
  const worker = taskWorker({ db: shelves.db, log: silent, handlers: { mail: handler }, pollMs: 20, ...options });
  workers.push(worker);
  return worker;
}

const stored = () =>
  shelves.db.query('select id, attempts, done_at is not null as done, payload from task order by id');

it('does a task once its transaction has committed, and never one of a refused transaction', async () => {
  const { db } = shelves;
  const done: string[] = [];
  const worker = work(async ({ id }) => void done.push(id));
  await db.transaction(async () => {
    await putShelf(db, 'a');
    await enqueueTask(db, mail('kept'));
    await worker.idle();
    expect(done).toEqual([]);
  });
  const refused = db.transaction(async () => {
    await enqueueTask(db, mail('refused'));
    throw new Error('refused');
  });
  await expect(refused).rejects.toThrow('refused');
  await worker.idle();
  expect(done).toEqual(['kept']);
});

it('asks for one task when the same cause is handled twice', async () => {
  const { db } = shelves;
  const done: string[] = [];
  await enqueueTask(db, mail('same'));
  await enqueueTask(db, mail('same'));
  const worker = work(async ({ id }) => void done.push(id));
  await worker.idle();
  await enqueueTask(db, mail('same'));
  await worker.idle();
  expect(done).toEqual(['same']);
});

it('does each of many tasks once, however many workers there are', async () => {
  const { db } = shelves;
  const done: string[] = [];
  const handler: TaskHandler = async ({ id }) => void done.push(id);
  for (let task = 0; task < 60; task++) await enqueueTask(db, mail(`task${task}`));
  const others = await connectShelves(shelves.url);
  await Promise.all([work(handler), work(handler), work(handler, { db: others })].map((worker) => worker.idle()));
  await Promise.all(workers.splice(0).map((worker) => worker.stop()));
  await others.close();
  expect(done).toHaveLength(60);
  expect(new Set(done).size).toBe(60);
});

it('goes on with a task where its last part ended, though a worker hangs in the middle, and lets others through', async () => {
  const { db } = shelves;
  const parts: string[] = [];
  await enqueueTask(db, { ...mail('long'), payload: { from: 0 } });
  await enqueueTask(db, mail('short'));
  const handler: TaskHandler = async ({ id, payload, attempt }) => {
    const { from } = payload as { from?: number };
    if (from === 2 && attempt === 1) await new Promise(() => undefined);
    parts.push(`${id} ${from ?? ''}`);
    return from === undefined || from === 4 ? undefined : new TaskContinuation({ from: from + 1 });
  };
  work(handler, { timeoutMs: 100, backoffMs: () => 1, concurrency: 1 });
  await eventually(async () => expect(await stored()).toMatchObject([{ done: true }, { done: true }]));
  expect(parts.toSorted()).toEqual(['long 0', 'long 1', 'long 2', 'long 3', 'long 4', 'short ']);
  expect(parts.indexOf('short ')).toBeLessThan(parts.indexOf('long 4'));
});

it('does what has an order by the sequence of its events, and lets other projects through', async () => {
  const { db } = shelves;
  const done: string[] = [];
  const open = Promise.withResolvers<void>();
  const events = [{ sequence: '2' }, { sequence: '1' }, { sequence: '3', idproject: 'b'.repeat(24) }];
  for (const { sequence, idproject = project } of events)
    await enqueueOrderedTask(db, 'move', { idproject, sequence }, {});
  const handler: TaskHandler = async ({ id }) => {
    if (id === 'move:1') await open.promise;
    done.push(id);
  };
  workers.push(orderedTaskWorker({ db, log: silent }, { move: handler }));
  const waits = `select 1 from task where id = 'move:2' and attempts = 0 and due_at > created_at`;
  await eventually(async () => expect(await db.query(waits)).toHaveLength(1));
  await eventually(() => expect(done).toEqual(['move:3']));
  open.resolve();
  await eventually(() => expect(done).toEqual(['move:3', 'move:1', 'move:2']));
});

it('begins what has an order when the consumer has passed its event: an earlier one may be handled after it', async () => {
  const { db } = shelves;
  const done: string[] = [];
  const consumer = 'shelves-copies';
  // As the walk of an outbox does, by shard.
  const pass = (seq: number) =>
    saveCursors(db, [{ consumer, publisher: 'workspace', seqs: Array(shardCount).fill(seq), asOf: new Date() }]);
  const passed = { move: eventsPassed(db, { publisher: 'workspace', consumer }) };
  await pass(1);
  await enqueueOrderedTask(db, 'move', { idproject: project, sequence: '3' }, {});
  const worker = orderedTaskWorker({ db, log: silent }, { move: async ({ id }) => void done.push(id) }, passed);
  workers.push(worker);
  const waits = `select 1 from task where id = 'move:3' and attempts = 0 and due_at > created_at`;
  await eventually(async () => expect(await db.query(waits)).toHaveLength(1));

  await enqueueOrderedTask(db, 'move', { idproject: project, sequence: '2' }, {});
  await pass(3);
  await worker.idle();
  expect(done).toEqual(['move:2', 'move:3']);
});

it('forgets the payload of a task that is done, since it may hold addresses and codes', async () => {
  await enqueueTask(shelves.db, mail('a'));
  await work(async () => undefined).idle();
  expect(await stored()).toEqual([{ id: 'a', attempts: 1, done: true, payload: {} }]);
});

it('tries again, later each time, and reports what happened', async () => {
  const outcomes: string[] = [];
  await enqueueTask(shelves.db, mail('a'));
  work(async ({ attempt }) => (attempt < 3 ? Promise.reject(new Error(`no ${attempt}`)) : undefined), {
    backoffMs: (attempt) => attempt * 10,
    observe: ({ outcome }) => outcomes.push(outcome),
  });
  await eventually(() => expect(outcomes).toEqual(['failed', 'failed', 'done']));
});

it('parks a task that failed too often, with its last error, and goes on with the others', async () => {
  const { db } = shelves;
  const outcomes: string[] = [];
  await enqueueTask(db, mail('bad'));
  work(({ id }) => (id === 'bad' ? Promise.reject(new Error('always')) : Promise.resolve()), {
    maxAttempts: 2,
    backoffMs: () => 1,
    observe: ({ outcome }) => outcomes.push(outcome),
  });
  await eventually(() => expect(outcomes).toEqual(['failed', 'parked']));
  await enqueueTask(db, mail('good'));
  await eventually(() => expect(outcomes).toEqual(['failed', 'parked', 'done']));
  const [row] = await db.query(
    `select attempts, last_error, parked_at is not null as parked from task where id = 'bad'`,
  );
  expect(row).toEqual({ attempts: 2, last_error: 'always', parked: true });
});

it('hands a task on to another worker when the first one hangs past its time', async () => {
  const done: number[] = [];
  await enqueueTask(shelves.db, mail('a'));
  const handler: TaskHandler = async ({ attempt }) => {
    if (attempt === 1) await new Promise(() => undefined);
    done.push(attempt);
  };
  work(handler, { timeoutMs: 100, backoffMs: () => 1 });
  work(handler, { timeoutMs: 100, backoffMs: () => 1 });
  await eventually(() => expect(done).toEqual([2]));
});

it('leaves a task alone until it is due, and tasks of other kinds altogether', async () => {
  const { db } = shelves;
  const done: string[] = [];
  const worker = work(async ({ id }) => void done.push(id));
  await enqueueTask(db, { ...mail('later'), dueInMs: 3_600_000 });
  await enqueueTask(db, { ...mail('other'), kind: 'other' });
  await enqueueTask(db, mail('now'));
  await worker.idle();
  expect(done).toEqual(['now']);
});

it('serves projects round robin: one with many tasks does not delay another', async () => {
  const { db } = shelves;
  const done: string[] = [];
  for (let task = 0; task < 20; task++) await enqueueTask(db, mail(`many${task}`));
  await enqueueTask(db, mail('single', '650000000000000000000002'));
  await work(async ({ id }) => void done.push(id), { concurrency: 2 }).idle();
  expect(done).toHaveLength(21);
  expect(done.indexOf('single')).toBeLessThan(4);
});

it('ends what it has begun, and begins nothing more, when it is stopped', async () => {
  const { db } = shelves;
  const { promise: free, resolve: letGo } = Promise.withResolvers<void>();
  const begun: string[] = [];
  const ended: string[] = [];
  const handler: TaskHandler = async ({ id }) => {
    begun.push(id);
    await free;
    ended.push(id);
  };
  await enqueueTask(db, mail('a'));
  await enqueueTask(db, mail('b'));
  const worker = work(handler, { concurrency: 1 });
  await eventually(() => begun.length === 1);
  const stopping = worker.stop();
  letGo();
  await stopping;
  expect(begun).toHaveLength(1);
  expect(ended).toEqual(begun);
  workers = [];
});

it('forgets tasks done long ago and keeps the others', async () => {
  const { db } = shelves;
  for (const id of ['old', 'young', 'open']) await enqueueTask(db, mail(id));
  await db.query(`update task set done_at = now() - interval '8 days' where id = 'old'`);
  await db.query(`update task set done_at = now() where id = 'young'`);
  await deleteOldTasks(db);
  expect((await stored()).map(({ id }) => id)).toEqual(['open', 'young']);
});

it('cancels the tasks that match, and nothing else', async () => {
  const { db } = shelves;
  for (const id of ['a', 'b']) await enqueueTask(db, mail(id));
  expect(await cancelTasks(db, project, 'letter', { to: 'a' })).toBe(0);
  expect(await cancelTasks(db, project, 'mail', { to: 'a' })).toBe(1);
  const done: string[] = [];
  await work(async ({ id }) => void done.push(id)).idle();
  expect(done).toEqual(['b']);
});
