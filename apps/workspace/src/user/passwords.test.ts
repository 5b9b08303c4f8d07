import { execFileSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { closeSync, openSync } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { hash } from '@node-rs/argon2';
import * as bcrypt from '@node-rs/bcrypt';
import { Bulkhead } from '@parley/service-kit/concurrency';
import { amountOf, eventually } from '@parley/testkit';
import { compactVerify, SignJWT } from 'jose';

import { config } from '../config.ts';
import { hashesAtOnce, Passwords } from './passwords.ts';

/** As operators have them who set nothing. */
const withDefaults = () => Passwords.open({ memoryKib: config.parse({}).PASSWORD_MEMORY_KIB });

it('hashes with argon2id of 19 MiB, two passes, one lane, and a salt of its own', async () => {
  const passwords = await withDefaults();
  const [first, second] = [await passwords.hash('correct horse'), await passwords.hash('correct horse')];

  expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(first).not.toBe(second);
  expect(await passwords.verify('correct horse', first)).toBe(true);
  expect(await passwords.verify('Correct horse', first)).toBe(false);
});

it('compares the bytes sent: composed and decomposed letters differ', async () => {
  const passwords = await withDefaults();
  const stored = await passwords.hash('caf\u00e9 caf\u00e9');

  expect(await passwords.verify('cafe\u0301 cafe\u0301', stored)).toBe(false);
});

it('accepts no password for an unknown address, not even an empty one', async () => {
  const passwords = await withDefaults();

  expect(await passwords.verify('anything', undefined)).toBe(false);
  expect(await passwords.verify('', undefined)).toBe(false);
});

it('verifies bcrypt hashes of imported users and reports them outdated', async () => {
  const passwords = await withDefaults();
  const imported = await bcrypt.hash('imported one', { cost: 4 });

  expect(await passwords.verify('imported one', imported)).toBe(true);
  expect(await passwords.verify('another one', imported)).toBe(false);
  expect(passwords.isOutdated(imported)).toBe(true);
});

it.each(['$2a$', '$2b$', '$2y$'])(
  'verifies imported bcrypt hashes that begin with %s, of each cost that is taken',
  async (form) => {
    const passwords = await withDefaults();
    for (let cost = 4; cost <= amountOf({ quick: 5, soak: 14 }); cost++) {
      const imported = (await bcrypt.hash('imported one', { cost })).replace(/^\$2b\$/, () => form);
      const answers = [
        await passwords.verify('imported one', imported),
        await passwords.verify('another one', imported),
      ];
      expect([imported.slice(0, 6), answers]).toEqual([imported.slice(0, 6), [true, false]]);
      expect(passwords.isOutdated(imported)).toBe(true);
    }
  },
);

it('reports hashes of other parameters outdated, and its own current', async () => {
  const passwords = await withDefaults();
  const others = [
    { memoryCost: 8_192, timeCost: 2, parallelism: 1 },
    { memoryCost: 19_456, timeCost: 1, parallelism: 1 },
    { memoryCost: 19_456, timeCost: 2, parallelism: 2 },
  ];

  for (const other of others) expect(passwords.isOutdated(await hash('weak', other))).toBe(true);
  expect(passwords.isOutdated(await passwords.hash('ours'))).toBe(false);
});

it('hashes with the memory set, and verifies hashes of other settings until they are replaced', async () => {
  const [before, after] = [await Passwords.open({ memoryKib: 1_024 }), await Passwords.open({ memoryKib: 8 })];
  const stored = await before.hash('correct horse');

  expect(stored).toMatch(/^\$argon2id\$v=19\$m=1024,t=2,p=1\$/);
  expect(await after.hash('correct horse')).toMatch(/^\$argon2id\$v=19\$m=8,t=2,p=1\$/);
  expect(await after.verify('correct horse', stored)).toBe(true);
  expect(await after.verify('Correct horse', stored)).toBe(false);
  expect([before.isOutdated(stored), after.isOutdated(stored)]).toEqual([false, true]);
});

it('reserves threads of the pool for verifying tokens, however many cores there are', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'parley-hashes-'));
  const pipe = join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  const bulkhead = new Bulkhead({ atOnce: hashesAtOnce({ cores: 64, poolThreads: 4 }), mayWait: 64 });
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const token = await new SignJWT({}).setProtectedHeader({ alg: 'EdDSA' }).sign(privateKey);

  // Opening a pipe without a writer occupies a thread of the pool until a writer opens it, as a hash does until it is done.
  const storm = Array.from({ length: 60 }, () => bulkhead.run(async () => (await open(pipe, 'r')).close()));
  let verified = false;
  const verifying = compactVerify(token, publicKey).then(() => {
    verified = true;
  });
  try {
    await eventually(() => expect(verified).toBe(true));
    expect(bulkhead.waiting).toBeGreaterThan(0);
  } finally {
    const writer = openSync(pipe, 'r+');
    await Promise.all([verifying, ...storm]);
    closeSync(writer);
    await rm(folder, { recursive: true });
  }
});

it('hashes at least one at a time, and no more than there are cores, or two', () => {
  const cases = [
    [{ cores: 1, poolThreads: 4 }, 2],
    [{ cores: 2, poolThreads: 4 }, 2],
    [{ cores: 8, poolThreads: 4 }, 2],
    [{ cores: 8, poolThreads: 16 }, 8],
    [{ cores: 8, poolThreads: 2 }, 1],
  ] as const;
  for (const [machine, atOnce] of cases) expect([machine, hashesAtOnce(machine)]).toEqual([machine, atOnce]);
});

it('never compares in the event loop: imported hashes run in the pool like all others', async () => {
  const passwords = await withDefaults();
  const imported = await bcrypt.hash('imported one', { cost: 12 });
  let turns = 0;
  let isDone = false;
  const turn = () => {
    turns += 1;
    if (!isDone) setImmediate(turn);
  };
  setImmediate(turn);
  expect(await passwords.verify('imported one', imported)).toBe(true);
  isDone = true;
  expect(turns).toBeGreaterThan(100);
});
