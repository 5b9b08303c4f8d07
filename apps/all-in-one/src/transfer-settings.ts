import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Environment } from './environment.ts';

interface Running {
  name: string;
  addresses: { grpc: string };
}

const certificates = ['GRPC_TLS_CERT', 'GRPC_TLS_KEY', 'GRPC_TLS_CA'] as const;

/** For `npm run export` and `npm run import` on this machine: where the services are, and the key and certificates that they ask for. */
export async function writeTransferSettings(
  dataFolder: string,
  running: readonly Running[],
  env: Environment,
): Promise<void> {
  const settings = [
    `ACTOR_KEY=${env.ACTOR_KEY}`,
    ...running.map(({ name, addresses }) => `${name.toUpperCase()}_GRPC=${addresses.grpc}`),
    ...certificates.filter((name) => env[name]).map((name) => `${name}=${env[name]}`),
  ];
  await writeFile(join(dataFolder, 'transfer.env'), `${settings.join('\n')}\n`, { mode: 0o600 });
}
