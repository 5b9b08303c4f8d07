import { z } from 'zod';

import {
  ConfigError,
  duration,
  exampleValues,
  factor,
  flag,
  integer,
  keyRing,
  list,
  port,
  readConfig,
  url,
} from './config.ts';

const key = Buffer.alloc(32, 1).toString('base64url');
const usual = { ACTOR_KEY: key, DATA_KEY: key };
const read = <Shape extends z.ZodRawShape>(shape: Shape, env: Record<string, string | undefined>) =>
  readConfig({ service: 'bots', env: { ...usual, ...env }, schema: z.object(shape) }).own;

it.each([
  ['500ms', 500],
  ['60s', 60_000],
  ['15m', 900_000],
  ['24h', 86_400_000],
  ['30d', 2_592_000_000],
])('reads the span %s', (text, expected) => {
  expect(read({ SPAN: duration('1s') }, { SPAN: text })).toEqual({ SPAN: expected });
});

it('reads each kind of value, or its default', () => {
  const shape = {
    ...{ PORT: port(80), SIZE: integer({ min: 1, byDefault: 5 }), FACTOR: factor(), OPEN: flag(true) },
    ...{ HOME: url().optional(), KEY: keyRing().optional(), WORDS: list(['a']), SPAN: duration('2m') },
  };

  expect(read(shape, {})).toEqual({ PORT: 80, SIZE: 5, FACTOR: 1, OPEN: true, WORDS: ['a'], SPAN: 120_000 });
  expect(
    read(shape, { PORT: '0', SIZE: '7', FACTOR: '0.5', OPEN: 'false', HOME: 'https://a.example/x/', WORDS: 'b, c,' }),
  ).toMatchObject({ PORT: 0, SIZE: 7, FACTOR: 0.5, OPEN: false, HOME: 'https://a.example/x', WORDS: ['b', 'c'] });
  expect(read(shape, { KEY: key }).KEY).toEqual([new Uint8Array(32).fill(1)]);
  const other = Buffer.alloc(32, 2).toString('base64url');
  expect(read(shape, { KEY: `${other}, ${key}` }).KEY).toEqual([2, 1].map((byte) => new Uint8Array(32).fill(byte)));
});

it('takes an empty variable for one that is not set', () => {
  expect(read({ SIZE: integer({ byDefault: 5 }) }, { SIZE: '' })).toEqual({ SIZE: 5 });
});

it.each([
  [{ SPAN: duration('1s') }, 'SPAN', '5 minutes'],
  [{ SIZE: integer({ min: 1, byDefault: 1 }) }, 'SIZE', '0'],
  [{ FACTOR: factor() }, 'FACTOR', '-1'],
  [{ OPEN: flag(true) }, 'OPEN', 'yes'],
  [{ HOME: url() }, 'HOME', 'ftp://a.example'],
  [{ KEY: keyRing() }, 'KEY', 'c2hvcnQ'],
  [{ KEY: keyRing() }, 'KEY', `${key},c2hvcnQ`],
  [{ KEY: keyRing() }, 'KEY', `${key},`],
  [{ NEEDED: z.string() }, 'NEEDED', undefined],
])('refuses a wrong value by its name, never by itself: %#', (shape, name, value) => {
  const fault = thrownBy(() => read(shape as z.ZodRawShape, { [name]: value }));

  expect(fault).toBeInstanceOf(ConfigError);
  expect(fault.faults).toEqual([expect.stringMatching(new RegExp(`^${name}: `))]);
  if (value !== undefined) expect(fault.message).not.toContain(value);
});

it("asks the service's own rules in production only", () => {
  const production = { refuse: () => ['MAIL_FROM: must not be an example'] };
  const options = { service: 'bots' as const, schema: z.object({}), production };

  expect(() => readConfig({ ...options, env: usual })).not.toThrow();
  expect(() => readConfig({ ...options, env: { ...usual, NODE_ENV: 'production' } })).toThrow('MAIL_FROM');
});

function thrownBy(work: () => unknown): ConfigError {
  try {
    work();
  } catch (error) {
    return error as ConfigError;
  }
  throw new Error('nothing was thrown');
}

it('refuses an example among several keys in production', () => {
  const [example = ''] = exampleValues;
  const options = { service: 'bots' as const, schema: z.object({}), production: {} };
  const env = { ...usual, NODE_ENV: 'production' };
  const faultsOf = (DATA_KEY: string) => thrownBy(() => readConfig({ ...options, env: { ...env, DATA_KEY } })).faults;
  expect(faultsOf(`${key},${example}`)).toContain('DATA_KEY: is the value of an example');
});
