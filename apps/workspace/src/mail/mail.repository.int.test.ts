import { randomBytes } from 'node:crypto';

import { connectDatabase, createLogger, type Database, secretsUnder } from '@parley/service-kit';
import { type TestDatabase, testDatabase } from '@parley/testkit';

import { PrismaClient } from '../generated/prisma/client.ts';
import { MailRepository } from './mail.repository.ts';

const reset = { template: 'password_reset', data: { firstname: 'Ada', key: 'very-secret-key' } } as const;

let database: TestDatabase;
let db: Database<PrismaClient>;
let mails: MailRepository;

beforeAll(async () => {
  database = await testDatabase(new URL('../../prisma/', import.meta.url));
  const log = createLogger({ service: 'workspace' });
  db = await connectDatabase({
    url: database.url,
    service: 'workspace',
    prisma: (adapter) => new PrismaClient({ adapter }),
    log,
  });
  mails = new MailRepository(db, secretsUnder(randomBytes(32)));
});
afterAll(async () => {
  await db.close();
  await database.drop();
});
afterEach(() => db.query('DELETE FROM mails'));

it('sends nothing of a transaction that fails', async () => {
  const failing = db.transaction(async () => {
    await mails.send({ to: 'ada@x.io', ...reset });
    throw new Error('undone');
  });

  await expect(failing).rejects.toThrow('undone');
  expect(await mails.claim(10, new Date())).toEqual([]);
});

it('keeps the code of a waiting mail unreadable', async () => {
  await mails.send({ to: 'ada@x.io', ...reset });

  const [row] = await db.query<{ text: string }>('SELECT mails::text AS text FROM mails');
  expect(row?.text).not.toContain('very-secret-key');
  expect(await mails.claim(10, new Date())).toMatchObject([{ to: 'ada@x.io', mail: reset }]);
});

it('is one mail, however often it is asked for under one key', async () => {
  for (let call = 0; call < 3; call += 1) await mails.send({ to: 'ada@x.io', idempotencyKey: 'same', ...reset });

  expect(await mails.claim(10, new Date())).toHaveLength(1);
});

it('gives each due mail to one of several workers at once', async () => {
  for (let mail = 0; mail < 20; mail += 1) await mails.send({ to: 'ada@x.io', ...reset });

  const claims = await Promise.all(Array.from({ length: 5 }, () => mails.claim(8, new Date())));
  const ids = claims.flat().map(({ id }) => id);

  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.length + (await mails.claim(20, new Date())).length).toBe(20);
});

it('gives a mail to another worker when the first one died', async () => {
  await mails.send({ to: 'ada@x.io', ...reset });
  const now = Date.now();
  await mails.claim(10, new Date(now));

  expect(await mails.claim(10, new Date(now + 60_000))).toHaveLength(0);
  expect(await mails.claim(10, new Date(now + 180_000))).toHaveLength(1);
});

it('never sends a parked mail again, and counts it', async () => {
  await mails.send({ to: 'ada@x.io', ...reset });
  const [mail] = await mails.claim(10, new Date());
  await mails.failed(mail?.id ?? '', undefined, new Date());

  expect(await mails.countParked()).toBe(1);
  expect(await mails.claim(10, new Date(Date.now() + 86_400_000))).toEqual([]);

  await mails.dropParkedBefore(new Date(Date.now() + 1000));
  expect(await mails.countParked()).toBe(0);
});
