import { generateKeyPairSync } from 'node:crypto';

import { type Environment, readConfig } from '@parley/service-kit/config';

import { config, production } from './config.ts';

const good: Environment = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://api.acme.io',
  DASHBOARD_URL: 'https://desk.acme.io/',
  TOKEN_SIGNING_KEYS: JSON.stringify({ keys: [generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })] }),
  DATA_KEY: Buffer.alloc(32, 7).toString('base64url'),
  ACTOR_KEY: Buffer.alloc(32, 8).toString('base64url'),
  DATABASE_URL_WORKSPACE: 'postgresql://parley:s3cret@db.acme.io/workspace',
  SMTP_URL: 'smtps://parley:s3cret@mail.acme.io',
};

const read = (env: Environment) => readConfig({ service: 'workspace', env, schema: config, production });

it('reads a whole production environment', () => {
  expect(read(good).own).toMatchObject({
    DASHBOARD_URL: 'https://desk.acme.io',
    SIGNUP: 'open',
    REQUIRE_VERIFIED_EMAIL: true,
  });
});

it.each([
  ...['PUBLIC_URL', 'DASHBOARD_URL', 'TOKEN_SIGNING_KEYS', 'DATA_KEY', 'ACTOR_KEY', 'DATABASE_URL_WORKSPACE'],
  'SMTP_URL',
])('does not start in production without %s, or with an empty one', (name) => {
  expect(() => read({ ...good, [name]: undefined })).toThrow(name);
  expect(() => read({ ...good, [name]: '' })).toThrow(name);
});

it('starts without a mail server when mail is off on purpose', () => {
  expect(read({ ...good, SMTP_URL: undefined, MAIL_DELIVERY: 'off' }).own.MAIL_DELIVERY).toBe('off');
});

it.each([
  ['PUBLIC_URL', 'http://api.acme.io'],
  ['DATA_KEY', Buffer.alloc(32).toString('base64url')],
  ['SMTP_URL', 'https://s3cret.acme.io'],
  ['SIGNUP', 's3cret'],
  ['PASSWORD_MEMORY_KIB', '19455'],
])('refuses a faulty %s by its name and never tells the value', (name, value) => {
  const attempt = () => read({ ...good, [name]: value });

  expect(attempt).toThrow(name);
  expect(attempt).not.toThrow(value);
});
