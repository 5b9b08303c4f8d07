import { storing } from './mesh.ts';
import type { Resource } from './resource.ts';

/** Secrets that production expects to find, by name, with their keys; no manifest holds one. How they are made: docs/operations/install.md. */
export const externalSecrets: Record<string, readonly string[]> = {
  'parley-keys': ['ACTOR_KEY', 'DATA_KEY', 'TOKEN_SIGNING_KEYS'],
  'parley-mail': ['SMTP_URL'],
  'parley-push': ['VAPID_PRIVATE_KEY'],
  'parley-engine': ['ENGINE_SECRETS', 'MESSAGING_JWT_SECRET'],
  'parley-objects': ['S3_ACCESS_KEY', 'S3_SECRET_KEY'],
  'parley-backups': ['S3_ACCESS_KEY', 'S3_SECRET_KEY'],
  'parley-tls': ['tls.crt', 'tls.key'],
  ...Object.fromEntries(storing.map(({ name }) => [`parley-database-${name}`, ['username', 'password']])),
};

/**
 * Secrets of a trial on one machine.
 * @param example deploy/local.env: published keys, with which no production process starts
 */
export function localSecrets(example: Record<string, string | undefined>): Resource[] {
  const keys = externalSecrets['parley-keys'] ?? [];
  return [
    secret('parley-keys', Object.fromEntries(keys.map((key) => [key, example[key] ?? '']))),
    secret('parley-objects', { S3_ACCESS_KEY: 'parley', S3_SECRET_KEY: 'parley-objects' }),
    secret('parley-postgres', { password: 'parley' }),
    ...storing.map(({ name }) => secret(`parley-database-${name}`, { username: 'parley', password: 'parley' })),
  ];
}

function secret(name: string, stringData: Record<string, string>): Resource {
  return { apiVersion: 'v1', kind: 'Secret', metadata: { name }, type: 'Opaque', stringData };
}
