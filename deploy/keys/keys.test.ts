import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEnv, promisify } from 'node:util';
import { actorTokens, secretsUnder } from '@parley/service-kit/security';

import { common } from '../schemas.ts';
import { faultsOf, fingerprintsOf, keyNames, newKeys, rotate, steps } from './keys.ts';

const ringOf = (name: 'ACTOR_KEY' | 'DATA_KEY', value: string) => common.shape[name].parse(value);

describe('new keys', () => {
  it('are such that every service starts with them, and never the same', () => {
    const [one, other] = [newKeys(), newKeys()];
    expect(faultsOf(one)).toEqual([]);
    for (const name of keyNames) expect(one[name]).not.toBe(other[name]);
  });

  it('are told apart by fingerprints, which show nothing of them', () => {
    const keys = newKeys();
    expect(fingerprintsOf(keys)).toEqual(
      keyNames.map((name) => expect.stringMatching(new RegExp(`^${name}: [0-9a-f]{12}$`))),
    );
    expect(fingerprintsOf(keys)).toEqual(fingerprintsOf(keys));
  });
});

it.each(keyNames)('rotates %s in three steps, between which old and new are valid together', (name) => {
  const before = newKeys();
  const added = rotate(before, name, 'add');
  const used = rotate(added, name, 'use');
  const after = rotate(used, name, 'drop');

  const prints = [before, added, used, after].map((keys) => {
    expect(faultsOf(keys)).toEqual([]);
    const line = fingerprintsOf(keys).find((text) => text.startsWith(name)) ?? '';
    return line.replace(`${name}: `, '').split(', then ');
  });
  const [old = ''] = prints[0] ?? [];
  const [fresh = ''] = prints[3] ?? [];
  expect(fresh).not.toBe(old);
  expect(prints).toEqual([[old], [old, fresh], [fresh, old], [fresh]]);
});

it.each([
  ['use', 0],
  ['drop', 0],
  ['add', 1],
] as const)('refuses the step %s where it is not the next one', (step, done) => {
  const keys = steps.slice(0, done).reduce((current, one) => rotate(current, 'DATA_KEY', one), newKeys());
  expect(() => rotate(keys, 'DATA_KEY', step)).toThrow(/The steps are add, use, drop/);
});

it('names what is wrong with keys, and shows none of them', () => {
  const keys = newKeys();
  const example = Buffer.from('example-data-key-do-not-use-it!!').toString('base64url');
  const faults = faultsOf({
    ACTOR_KEY: `${keys.ACTOR_KEY},${keys.ACTOR_KEY}`,
    DATA_KEY: `${keys.DATA_KEY},${example}`,
    TOKEN_SIGNING_KEYS: '{"keys":[]}',
  });
  expect(faults).toEqual([
    'ACTOR_KEY: holds a key twice',
    'DATA_KEY: is the value of an example',
    'TOKEN_SIGNING_KEYS: must be a JWK set of Ed25519 private keys',
  ]);
  expect(faultsOf({ ACTOR_KEY: 'short' })).toEqual([
    'ACTOR_KEY: must be 32 bytes in base64url',
    'DATA_KEY: is missing',
    'TOKEN_SIGNING_KEYS: is missing',
  ]);
});

it('replicas of neighbouring steps accept each other, and those after the last one nothing of the former key', async () => {
  const states = [newKeys()];
  for (const step of steps)
    states.push(
      ['ACTOR_KEY', 'DATA_KEY'].reduce(
        (keys, name) => rotate(keys, name as 'DATA_KEY', step),
        states.at(-1) as ReturnType<typeof newKeys>,
      ),
    );
  const replicas = states.map((keys) => {
    const [key, ...formerKeys] = ringOf('ACTOR_KEY', keys.ACTOR_KEY);
    return {
      actors: actorTokens({ key, formerKeys, service: 'webhooks' }),
      secrets: secretsUnder(ringOf('DATA_KEY', keys.DATA_KEY)),
    };
  });
  const actor = { kind: 'user', id: 'ada' } as const;
  for (const [at, one] of replicas.entries()) {
    for (const [and, other] of replicas.entries()) {
      const isNeighbour = Math.abs(at - and) <= 1;
      // The first and the last step share no key; those two apart have one of them in common.
      const verified = await Promise.resolve(other.actors.verify(await one.actors.sign(actor, 'webhooks'))).catch(
        () => undefined,
      );
      const sealed = one.secrets.seal('hunter2', 'row');
      if (isNeighbour) {
        expect(verified).toMatchObject(actor);
        expect(other.secrets.open(sealed, 'row')).toBe('hunter2');
      }
      if (at === 0 && and === 3) {
        expect(verified).toBeUndefined();
        expect(() => other.secrets.open(sealed, 'row')).toThrow();
      }
    }
  }
});

describe('the command', () => {
  const repository = fileURLToPath(new URL('../..', import.meta.url));
  const keys = (...args: string[]) =>
    promisify(execFile)(process.execPath, ['deploy/keys/main.ts', ...args], { cwd: repository });
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parley-keys-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('does what the guide says, with a file that its owner alone reads, and shows no key', async () => {
    const file = join(folder, 'parley-keys.env');
    const guide = await readFile(join(repository, 'docs/operations/keys.md'), 'utf8');
    const commands = [...guide.matchAll(/^npm run keys -- (.+?)(?: +#.*)?$/gm)].map(([, args = '']) => args.split(' '));
    expect(commands.map(([command]) => command)).toEqual(['new', 'check', 'rotate', 'rotate', 'rotate']);
    let printed = '';
    for (const args of commands)
      printed += (await keys(...args.map((word) => (word === 'parley-keys.env' ? file : word)))).stdout;

    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const values = Object.values(parseEnv(await readFile(file, 'utf8')));
    expect(values).toHaveLength(keyNames.length);
    for (const value of values) expect(printed).not.toContain(value);
  });

  it('overwrites no keys', async () => {
    const file = join(folder, 'mine.env');
    await keys('new', file);
    const before = await readFile(file, 'utf8');
    await expect(keys('new', file)).rejects.toThrow(/EEXIST/);
    expect(await readFile(file, 'utf8')).toBe(before);
  });
});
