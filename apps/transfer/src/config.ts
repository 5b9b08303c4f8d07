import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';

import { archiveKinds } from '@parley/contracts/archive';
import type { Owner } from '@parley/service-kit/archive';
import type { Environment } from '@parley/service-kit/config';
import { type TlsFiles, tlsOf } from '@parley/service-kit/grpc';

export const owners = [...new Set(Object.values(archiveKinds).map(({ service }) => service))];

export interface Connection {
  addresses: ReadonlyMap<Owner, string>;
  actorKey: Uint8Array;
  /** Where services present certificates. */
  tls: TlsFiles | undefined;
}

/** An error that people see without its stack. */
export class Refused extends Error {
  override name = 'Refused';
}

const certificates = ['GRPC_TLS_CERT', 'GRPC_TLS_KEY', 'GRPC_TLS_CA'] as const;

/**
 * Addresses of the services and the key that proves who calls: of `file`, else of the environment, else of the `npm start` that runs on
 * this machine.
 */
export function readConnection(env: Environment, file: string | undefined): Connection {
  const settings = file ? parseEnv(textOf(file)) : env.WORKSPACE_GRPC ? env : parseEnv(ownSettings(env));
  const { ACTOR_KEY: key = '' } = settings;
  const missing = owners.filter((owner) => !settings[variableOf(owner)]).map(variableOf);
  if (!key) missing.unshift('ACTOR_KEY');
  if (missing.length > 0) throw new Refused(`${missing.join(', ')}: missing from the settings`);
  const tls = tlsOf(settings);
  if (!tls && certificates.some((name) => settings[name]))
    throw new Refused(`${certificates.join(', ')}: must be set together`);
  return {
    tls,
    addresses: new Map(owners.map((owner) => [owner, settings[variableOf(owner)] ?? ''])),
    // The first of several keys signs.
    actorKey: new Uint8Array(Buffer.from(key.split(',')[0] ?? '', 'base64url')),
  };
}

function variableOf(owner: Owner): string {
  return `${owner.toUpperCase()}_GRPC`;
}

function ownSettings({ PARLEY_DATA = '.parley' }: Environment): string {
  try {
    return textOf(join(PARLEY_DATA, 'transfer.env'));
  } catch {
    throw new Refused(
      'The services are not known: start Parley on this machine (npm start), name a file with --env, or set ACTOR_KEY and <SERVICE>_GRPC.',
    );
  }
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new Refused(`${file} cannot be read`, { cause: error });
  }
}
