import { exampleValues } from '@parley/service-kit/config';

import { readConfig } from './config.ts';

const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://parley.example',
  ACTOR_KEY: Buffer.from('a key of this test, 32 bytes long').subarray(0, 32).toString('base64url'),
  WORKSPACE_GRPC: 'workspace:4010',
  WORKSPACE_URL: 'http://workspace:3010',
};

it('starts with what production must have', () => {
  expect(readConfig(production)).toMatchObject({
    PORT: 3000,
    PUBLIC_URL: 'https://parley.example',
    AUTH_CACHE_MS: 5_000,
  });
});

it.each(['PUBLIC_URL', 'ACTOR_KEY', 'WORKSPACE_GRPC', 'WORKSPACE_URL'])(
  'does not start without %s, missing or empty',
  (name) => {
    for (const value of [undefined, ''])
      expect(() => readConfig({ ...production, [name]: value })).toThrow(`${name}: is missing`);
  },
);

it.each([
  ['an example key', { ACTOR_KEY: exampleValues[0] }, 'ACTOR_KEY: is the value of an example'],
  ['a public address without TLS', { PUBLIC_URL: 'http://parley.example' }, 'PUBLIC_URL: must be https'],
  ['identities remembered for too long', { AUTH_CACHE_MS: '5001' }, 'AUTH_CACHE_MS'],
  ['a limit of nothing', { LIMIT_CALLS: '0' }, 'LIMIT_CALLS'],
])('does not start in production with %s, and never repeats the value', (_, change, fault) => {
  const start = () => readConfig({ ...production, ...change });
  expect(start).toThrow(fault);
  try {
    start();
  } catch (error) {
    expect(String(error)).not.toContain(exampleValues[0]);
  }
});

it('names all faults at once', () => {
  expect(() => readConfig({ PORT: 'x' })).toThrow(/PORT: [\s\S]*PUBLIC_URL: is missing[\s\S]*ACTOR_KEY: is missing/);
});
