import { hash } from '@node-rs/argon2';
import bcrypt from 'bcryptjs';

import { HashGate } from './hash-gate.ts';
import { isOutdated, Passwords } from './passwords.ts';

it('hashes with argon2id of 19 MiB, two passes, one lane, and a salt of its own', async () => {
  const passwords = await Passwords.open();
  const [first, second] = [await passwords.hash('correct horse'), await passwords.hash('correct horse')];

  expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(first).not.toBe(second);
  expect(await passwords.verify('correct horse', first)).toBe(true);
  expect(await passwords.verify('Correct horse', first)).toBe(false);
});

it('compares the bytes sent: composed and decomposed letters differ', async () => {
  const passwords = await Passwords.open();
  const stored = await passwords.hash('caf\u00e9 caf\u00e9');

  expect(await passwords.verify('cafe\u0301 cafe\u0301', stored)).toBe(false);
});

it('finds no password right for nobody, not even an empty one', async () => {
  const passwords = await Passwords.open();

  expect(await passwords.verify('anything', undefined)).toBe(false);
  expect(await passwords.verify('', undefined)).toBe(false);
});

it('knows bcrypt hashes of imported users and wants them replaced', async () => {
  const passwords = await Passwords.open();
  const imported = await bcrypt.hash('imported one', 4);

  expect(await passwords.verify('imported one', imported)).toBe(true);
  expect(await passwords.verify('another one', imported)).toBe(false);
  expect(isOutdated(imported)).toBe(true);
});

it('wants hashes of other parameters replaced, and its own kept', async () => {
  const passwords = await Passwords.open();

  expect(isOutdated(await hash('weak', { memoryCost: 8192, timeCost: 1, parallelism: 1 }))).toBe(true);
  expect(isOutdated(await passwords.hash('ours'))).toBe(false);
});

it('runs two at once, lets one wait and refuses the rest as busy', async () => {
  const gate = new HashGate({ atOnce: 2, mayWait: 1 });
  const finish = Promise.withResolvers<void>();
  let running = 0;
  const work = async () => {
    running += 1;
    await finish.promise;
  };

  const [first, second, third] = [gate.run(work), gate.run(work), gate.run(work)];
  await expect(gate.run(work)).rejects.toMatchObject({ code: 'busy', details: { retryAfterSeconds: 1 } });
  expect(running).toBe(2);

  finish.resolve();
  await Promise.all([first, second, third]);
  expect(running).toBe(3);
});

it('frees its place when the work fails', async () => {
  const gate = new HashGate({ atOnce: 1, mayWait: 0 });

  await expect(gate.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  await expect(gate.run(async () => 'next')).resolves.toBe('next');
});
