import { type Delivery, keptForMs, Outbox, type Outgoing } from './outbox.ts';

function entry(id: string, change: Partial<Outgoing> = {}): Outgoing {
  return { id, requestId: 'r', createdAt: 0, body: { text: id }, isFirst: false, state: 'waiting', ...change };
}

/** A store that reloads survive, an API whose answers the test decides, and a lock. */
function newWorld(stored: Outgoing[] = []) {
  const world = {
    stored: stored as readonly Outgoing[],
    now: 0,
    sent: [] as string[],
    answers: [] as Delivery[],
    open: (options: Partial<ConstructorParameters<typeof Outbox>[0]> = {}) =>
      new Outbox({
        read: () => world.stored,
        inherited: [],
        write: (entries) => {
          world.stored = entries;
        },
        deliver: async ({ id }) => {
          world.sent.push(id);
          return world.answers.shift() ?? 'sent';
        },
        exclusively: (work) => work(false),
        onChange: () => undefined,
        now: () => world.now,
        ...options,
      }),
  };
  return world;
}

it('sends in order, one at a time, and forgets what was sent', async () => {
  const world = newWorld();
  const outbox = world.open();
  for (const id of ['a', 'b', 'c']) outbox.add(entry(id));
  await outbox.wake();
  expect(world.sent).toEqual(['a', 'b', 'c']);
  expect(world.stored).toEqual([]);
});

it('keeps a message before it is sent, and sends it under the same id after a reload', async () => {
  const world = newWorld();
  world.answers = ['unreachable'];
  const before = world.open();
  before.add(entry('a'));
  await before.wake();
  before.close();
  const after = world.open();
  await after.wake();
  expect(world.sent).toEqual(['a', 'a']);
  expect(world.stored).toEqual([]);
});

it('sends what is written when all else was sent and the lock is not yet given back', async () => {
  const world = newWorld();
  const outbox: Outbox = await new Promise((resolve) => {
    const opened = world.open({
      exclusively: async (work) => {
        await work(false);
        if (world.sent.length === 1) opened.add(entry('b'));
        else resolve(opened);
      },
    });
    opened.add(entry('a'));
  });
  expect(world.sent).toEqual(['a', 'b']);
  expect(outbox.entries).toEqual([]);
});

it('holds back later messages of a conversation whose earlier one was refused, and no others', async () => {
  const world = newWorld();
  world.answers = [{ refused: 'banned' }];
  const outbox = world.open();
  outbox.add(entry('a'));
  outbox.add(entry('b'));
  outbox.add(entry('c', { requestId: 'other' }));
  await outbox.wake();
  expect(world.sent).toEqual(['a', 'c']);
  expect(world.stored.map(({ id, state }) => [id, state])).toEqual([
    ['a', 'refused'],
    ['b', 'waiting'],
  ]);
  outbox.discard('a');
  await outbox.wake();
  expect(world.sent).toEqual(['a', 'c', 'b']);
});

it('asks before it sends what has waited for more than ten minutes', async () => {
  const world = newWorld([entry('a')]);
  world.now = 10 * 60_000 + 1;
  const outbox = world.open();
  await outbox.wake();
  expect(world.sent).toEqual([]);
  expect(world.stored).toMatchObject([{ id: 'a', state: 'asking' }]);
  outbox.retry('a');
  await outbox.wake();
  expect(world.sent).toEqual(['a']);
});

it('drops what is older than the API remembers its key', () => {
  const world = newWorld([entry('a')]);
  world.now = keptForMs;
  expect(world.open().entries).toEqual([]);
});

it('sends nothing again that a frame has shown', async () => {
  const world = newWorld([entry('a'), entry('b')]);
  const outbox = world.open();
  outbox.confirm(['a', undefined]);
  await outbox.wake();
  expect(world.sent).toEqual(['b']);
});

it('adds what another tab has stored while this one waited for it', async () => {
  const world = newWorld();
  let begin: (() => Promise<void>) | undefined;
  const outbox = new Outbox({
    read: () => world.stored,
    inherited: [],
    write: (entries) => {
      world.stored = entries;
    },
    deliver: async ({ id }) => {
      world.sent.push(id);
      return 'sent';
    },
    exclusively: (work) =>
      new Promise((resolve) => {
        begin = () => work(true).then(resolve);
      }),
    onChange: () => undefined,
    now: () => 0,
  });
  world.stored = [];
  outbox.add(entry('mine'));
  world.stored = [entry('theirs')];
  await begin?.();
  expect(world.sent).toEqual(['theirs', 'mine']);
});

it('loses nothing that another tab stores, and brings back nothing that it has sent', async () => {
  const world = newWorld();
  world.answers = Array(4).fill('unreachable');
  const [one, other] = [world.open(), world.open()];
  one.add(entry('a'));
  other.add(entry('b'));
  one.add(entry('c'));
  await Promise.all([one.wake(), other.wake()]);
  expect(world.stored.map(({ id }) => id).toSorted()).toEqual(['a', 'b', 'c']);
  one.discard('a');
  other.add(entry('d'));
  expect(world.stored.map(({ id }) => id).toSorted()).toEqual(['b', 'c', 'd']);
});

it('goes on with what the visit before had not sent, once', async () => {
  const world = newWorld();
  const former = world.open();
  former.add(entry('a'));
  world.sent.length = 0;
  const next = new Outbox({
    read: () => world.stored,
    inherited: [entry('b')],
    write: (entries) => {
      world.stored = entries;
    },
    deliver: async ({ id }) => {
      world.sent.push(id);
      return 'sent';
    },
    exclusively: (work) => work(true),
    onChange: () => undefined,
    now: () => 0,
  });
  await next.wake();
  await next.wake();
  expect(world.sent.filter((id) => id === 'b')).toEqual(['b']);
});
