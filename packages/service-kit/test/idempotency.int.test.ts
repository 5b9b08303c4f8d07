import { personasOf, startTestService, type TestService } from '@parley/testkit';

import { toyApi } from './toy/toy.api.ts';
import { startToy, type ToyContext } from './toy/toy.service.ts';

const { vera, victor, alan } = personasOf();
let toy: TestService<typeof toyApi, ToyContext>;

beforeAll(async () => {
  toy = await startTestService(startToy, { api: toyApi });
});

afterAll(() => toy.stop());

const withKey = (key: string) => ({ headers: { 'idempotency-key': key } });

describe('an Idempotency-Key', () => {
  it('gives the first answer again, whole, and says so', async () => {
    const first = await toy.as(vera).createNote({ text: 'once' }, withKey('replay'));
    const again = await toy.as(vera).createNote({ text: 'once' }, withKey('replay'));

    expect(first.status).toBe(200);
    expect(again.body).toEqual(first.body);
    expect(again.headers).toMatchObject({ etag: '"0"', 'idempotency-replayed': 'true' });
    expect(first.headers).not.toHaveProperty('idempotency-replayed');
    expect(await notes('once')).toHaveLength(1);
  });

  it('refuses another body', async () => {
    await toy.as(vera).createNote({ text: 'one body' }, withKey('reused'));

    const other = await toy.as(vera).createNote({ text: 'another body' }, withKey('reused'));

    expect(other).toMatchObject({ status: 422, body: { code: 'idempotency_key_reused' } });
  });

  it('belongs to its caller, its method and its address', async () => {
    const key = withKey('shared');
    await toy.as(vera).createNote({ text: 'mine' }, key);

    const ofAnother = await toy.as(victor).createNote({ text: 'mine' }, key);
    const elsewhere = await toy.as(vera).echoNote({ text: 'elsewhere' }, key);

    expect([ofAnother.status, elsewhere.status]).toEqual([200, 200]);
    expect([ofAnother.headers, elsewhere.headers].some((headers) => 'idempotency-replayed' in headers)).toBe(false);
  });

  it('lets one of twenty equal calls change something', async () => {
    const calls = Array.from({ length: 20 }, () => toy.as(vera).createNote({ text: 'twenty' }, withKey('twenty')));
    const answers = await Promise.all(calls);

    const statuses = new Set(answers.map(({ status }) => status));
    expect([...statuses].every((status) => status === 200 || status === 409)).toBe(true);
    expect(answers.filter(({ status, headers }) => status === 200 && !headers['idempotency-replayed'])).toHaveLength(1);
    expect(await notes('twenty')).toHaveLength(1);
  });

  it('is refused while the first call runs', async () => {
    const entered = Promise.withResolvers<void>();
    const open = Promise.withResolvers<void>();
    toy.context.gate = { entered: entered.resolve, open: open.promise };

    const first = toy.as(vera).waitForNote({}, withKey('running'));
    await entered.promise;
    const second = await toy.as(vera).waitForNote({}, withKey('running'));
    open.resolve();

    expect(second).toMatchObject({ status: 409, body: { code: 'idempotency_in_progress' } });
    expect((await first).status).toBe(200);
    expect((await toy.as(vera).waitForNote({}, withKey('running'))).headers['idempotency-replayed']).toBe('true');
  });

  it('is free after a refusal and after a failure, whose change is undone', async () => {
    const refused = await toy.as(vera).createNote({ text: 'refuse me' }, withKey('freed'));
    const failed = await toy.as(vera).createNote({ text: 'break me' }, withKey('freed'));
    const done = await toy.as(vera).createNote({ text: 'do it' }, withKey('freed'));

    expect([refused.status, failed.status, done.status]).toEqual([404, 500, 200]);
    expect(await notes('refuse me')).toEqual([]);
    expect(await notes('break me')).toEqual([]);
  });

  it('is free 10 s after its process died', async () => {
    const repeat = () => toy.as(vera).createNote({ text: 'dead' }, withKey('dead'));
    await repeat();

    await claimSince('dead', 8);
    expect((await repeat()).status).toBe(409);
    await claimSince('dead', 11);
    const taken = await repeat();

    expect(taken.status).toBe(200);
    expect(taken.headers).not.toHaveProperty('idempotency-replayed');
  });

  it('leaves no change of a call whose claim was taken over', async () => {
    const entered = Promise.withResolvers<void>();
    const open = Promise.withResolvers<void>();
    toy.context.gate = { entered: entered.resolve, open: open.promise };
    const hanging = toy.as(alan).waitForNote({}, withKey('taken'));
    await entered.promise;

    await claimSince('taken', 11);
    toy.context.gate = { entered: () => {}, open: Promise.resolve() };
    const other = await toy.as(alan).waitForNote({}, withKey('taken'));
    open.resolve();

    expect(other.status).toBe(200);
    expect(await hanging).toMatchObject({ status: 409, body: { code: 'idempotency_in_progress' } });
  });

  it('keeps an answer that holds a secret unreadable, and gives it again', async () => {
    const first = await toy.as(vera).issueSecret({}, withKey('secret'));
    const again = await toy.as(vera).issueSecret({}, withKey('secret'));

    const [row] = await toy.db.query<{ answer: string }>("select answer from idempotency where key = 'secret'");
    expect(row?.answer).toEqual(expect.stringMatching(/^v1\./));
    expect(again.body).toEqual(first.body);
  });

  it.each(['', 'x'.repeat(256), 'with\ttab', 'é'])('refuses the key %j', async (key) => {
    const answer = await toy.as(vera).createNote({ text: 'x' }, withKey(key));

    expect(answer).toMatchObject({ status: 400, body: { code: 'header_malformed' } });
  });

  it('has no effect on a read', async () => {
    const answer = await toy.as(vera).listNotes({}, withKey('read'));
    const again = await toy.as(vera).listNotes({}, withKey('read'));

    expect([answer.status, again.status]).toEqual([200, 200]);
    expect(again.headers).not.toHaveProperty('idempotency-replayed');
  });

  it('is forgotten after its 24 hours', async () => {
    await toy.as(vera).createNote({ text: 'old' }, withKey('old'));
    await toy.db.query("update idempotency set expires_at = now() - interval '1 second' where key = 'old'");

    await toy.runJob('forgetIdempotentAnswers');

    expect(await toy.db.query("select from idempotency where key = 'old'")).toEqual([]);
  });
});

function notes(text: string): Promise<{ id: string }[]> {
  return toy.db.query<{ id: string }>('select id from note where text = $1', [text]);
}

/** As if the process of this key's call had died some seconds ago. */
function claimSince(key: string, seconds: number): Promise<unknown> {
  return toy.db.query(
    `update idempotency set state = 'claimed', answer = null, claimed_at = now() - $2 * interval '1 second' where key = $1`,
    [key, seconds],
  );
}

describe('while DATA_KEY is replaced', () => {
  const [old, fresh] = [7, 8].map((byte) => Buffer.alloc(32, byte).toString('base64url'));

  it('a repeat on a replica with the new key is one of the call that met the old key', async () => {
    const before = await startTestService(startToy, { api: toyApi, env: { DATA_KEY: old } });
    const again = {
      databaseUrl: before.databaseUrl,
      env: { DATA_KEY: `${fresh},${old}`, ACTOR_KEY: before.env.ACTOR_KEY },
    };
    const during = await startTestService(startToy, { api: toyApi, ...again });
    try {
      const first = await before.as(vera).createNote({ text: 'rotated' }, withKey('rotated'));
      const repeat = await during.as(vera).createNote({ text: 'rotated' }, withKey('rotated'));
      expect(repeat.body).toEqual(first.body);
      expect(repeat.headers['idempotency-replayed']).toBe('true');
      const other = await during.as(vera).createNote({ text: 'another' }, withKey('rotated'));
      expect(other).toMatchObject({ status: 422, body: { code: 'idempotency_key_reused' } });
    } finally {
      await during.stop();
      await before.stop();
    }
  });
});
