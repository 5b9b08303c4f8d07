import { type TestDatabase, testDatabase } from '@parley/testkit';

import { connectDatabase, type Database } from '../database/database.ts';
import { createLogger, type Logger } from '../observability/log.ts';
import { type Secrets, secretsUnder } from '../security/secrets.ts';
import { resealing } from './reseal.ts';

const [old, fresh] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)];
const log = createLogger({ service: 'bots', level: 'silent' });
const rows = 450;
let database: TestDatabase;
let db: Database;

beforeAll(async () => {
  database = await testDatabase(new URL('../../prisma/', import.meta.url));
  db = await connectDatabase({ url: database.url, service: 'bots', log });
  await db.query('create table safe (id_project text, id text, secret text, primary key (id_project, id))');
});
beforeEach(async () => {
  const sealing = secretsUnder([old]);
  const ids = Array.from({ length: rows }, (_, nth) => `row-${nth}`);
  await db.query('delete from safe');
  await db.query(
    "insert into safe select 'p' || length(id), id, secret from unnest($1::text[], $2::text[]) as s(id, secret)",
    [ids, ids.map((id) => sealing.seal(`secret of ${id}`, id))],
  );
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

const job = resealing<{ db: Database; secrets: Secrets; log: Logger }>([
  { table: 'safe', rowId: 'id', column: 'secret' },
]);
const never = new AbortController().signal;
const readable = async (key: Uint8Array) => {
  const secrets = secretsUnder([key]);
  const stored = await db.query<{ id: string; secret: string }>('select id, secret from safe');
  return stored.filter(({ id, secret }) => secrets.isCurrent(secret, id)).length;
};

it('leaves nothing that the former key opens, and everything as it was', async () => {
  await job.run({ db, secrets: secretsUnder([fresh, old]), log }, never);

  expect([await readable(old), await readable(fresh)]).toEqual([0, rows]);
  const [row] = await db.query<{ secret: string }>("select secret from safe where id = 'row-7'");
  expect(secretsUnder([fresh]).open(row?.secret ?? '', 'row-7')).toBe('secret of row-7');
});

it('goes on where a round was cut off', async () => {
  const stop = new AbortController();
  const secrets = secretsUnder([fresh, old]);
  let sealed = 0;
  const dying: Secrets = {
    ...secrets,
    seal(text, rowId) {
      if (++sealed === 250) stop.abort();
      return secrets.seal(text, rowId);
    },
  };
  await job.run({ db, secrets: dying, log }, stop.signal);
  const done = await readable(fresh);
  expect(done).toBeGreaterThanOrEqual(250);
  expect(done).toBeLessThan(rows);

  await job.run({ db, secrets: dying, log }, never);
  expect(await readable(fresh)).toBe(rows);
  expect(sealed).toBe(rows);
});

it('does not write over a secret that is replaced at the same time', async () => {
  const secrets = secretsUnder([fresh, old]);
  const racing: Secrets = {
    ...secrets,
    open(text, rowId) {
      const opened = secrets.open(text, rowId);
      if (rowId === 'row-3') replaced = db.query("update safe set secret = $1 where id = 'row-3'", [newer]);
      return opened;
    },
  };
  const newer = secrets.seal('newer', 'row-3');
  let replaced: Promise<unknown> = Promise.resolve();
  // One connection at a time: the replacement, which was asked first, is there before the job writes.
  await db.transaction(() => job.run({ db, secrets: racing, log }, never));
  await replaced;
  const [row] = await db.query<{ secret: string }>("select secret from safe where id = 'row-3'");
  expect(secrets.open(row?.secret ?? '', 'row-3')).toBe('newer');
});

it('keeps what no key opens, and goes on behind it', async () => {
  await db.query("update safe set secret = 'v1.broken' where id = 'row-5'");
  await job.run({ db, secrets: secretsUnder([fresh, old]), log }, never);
  expect(await readable(fresh)).toBe(rows - 1);
  const [row] = await db.query<{ secret: string }>("select secret from safe where id = 'row-5'");
  expect(row?.secret).toBe('v1.broken');
});

it('is of no use while there is one key', () => {
  expect(job.isNeeded?.({ db, secrets: secretsUnder([fresh]), log })).toBe(false);
  expect(job.isNeeded?.({ db, secrets: secretsUnder([fresh, old]), log })).toBe(true);
});
