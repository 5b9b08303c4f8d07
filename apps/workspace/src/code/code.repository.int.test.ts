import { connectDatabase, type Database } from '@parley/service-kit/database';
import { createLogger } from '@parley/service-kit/observability';
import { type TestDatabase, testDatabase } from '@parley/testkit';

import { PrismaClient } from '../generated/prisma/client.ts';
import { UserRepository } from '../user/user.repository.ts';
import { newUser } from '../user/user.ts';
import { CodeRepository } from './code.repository.ts';

const ada = 'a'.repeat(24);
const grace = 'b'.repeat(24);
const at = new Date('2026-01-01T00:00:00.000Z');
const minutesLater = (minutes: number) => new Date(at.getTime() + minutes * 60_000);

let database: TestDatabase;
let db: Database<PrismaClient>;
let codes: CodeRepository;

beforeAll(async () => {
  database = await testDatabase(new URL('../../prisma/', import.meta.url));
  const log = createLogger({ service: 'workspace' });
  db = await connectDatabase({
    url: database.url,
    service: 'workspace',
    prisma: (adapter) => new PrismaClient({ adapter }),
    log,
  });
  codes = new CodeRepository(db);
  for (const [id, firstname] of [
    [ada, 'Ada'],
    [grace, 'Grace'],
  ] as const) {
    const person = { email: `${firstname.toLowerCase()}@x.io`, firstname, lastname: 'X', emailVerified: false };
    await new UserRepository(db).insert(newUser(id, person, at), undefined, []);
  }
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

it('issues 256 random bits in base64url and stores only their hash', async () => {
  const code = await codes.issue(ada, 'verification', at);

  expect(code).toMatch(/^[A-Za-z0-9_-]{43}$/);
  const rows = await db.query<{ text: string }>('SELECT user_codes::text AS text FROM user_codes');
  expect(rows).toHaveLength(1);
  expect(rows[0]?.text).not.toContain(code);
});

it('returns the user to exactly one of ten concurrent callers', async () => {
  const code = await codes.issue(ada, 'reset', at);

  const answers = await Promise.all(Array.from({ length: 10 }, () => codes.redeem(code, 'reset', minutesLater(1))));

  expect(answers.filter((userId) => userId === ada)).toHaveLength(1);
  expect(answers.filter((userId) => userId === undefined)).toHaveLength(9);
});

it('keeps a code valid when another user or another purpose asks for it', async () => {
  const code = await codes.issue(ada, 'verification', at);

  expect(await codes.redeem(code, 'verification', at, grace)).toBeUndefined();
  expect(await codes.redeem(code, 'reset', at, ada)).toBeUndefined();
  expect(await codes.redeem(code, 'verification', at, ada)).toBe(ada);
});

it('voids the previous code with a new one', async () => {
  const before = await codes.issue(ada, 'reset', at);
  const now = await codes.issue(ada, 'reset', at);

  expect(await codes.holderOf(before, 'reset', at)).toBeUndefined();
  expect(await codes.holderOf(now, 'reset', at)).toBe(ada);
});

it.each([
  ['reset', 60],
  ['verification', 24 * 60],
] as const)('ends a %s code after %i minutes', async (purpose, minutes) => {
  const code = await codes.issue(ada, purpose, at);

  expect(await codes.holderOf(code, purpose, minutesLater(minutes - 1))).toBe(ada);
  expect(await codes.holderOf(code, purpose, minutesLater(minutes))).toBeUndefined();
  expect(await codes.redeem(code, purpose, minutesLater(minutes))).toBeUndefined();
});
