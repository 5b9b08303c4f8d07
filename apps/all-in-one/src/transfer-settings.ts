import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Environment } from './environment.ts';

interface Running {
  name: string;
  addresses: { grpc: string };
}

/** For `npm run export` and `npm run import` on this machine: where the services are, and the key that they ask for. */
export async function writeTransferSettings(
  dataFolder: string,
  running: readonly Running[],
  { ACTOR_KEY }: Environment,
): Promise<void> {
  const settings = [
    `ACTOR_KEY=${ACTOR_KEY}`,
    ...running.map(({ name, addresses }) => `${name.toUpperCase()}_GRPC=${addresses.grpc}`),
  ];
  await writeFile(join(dataFolder, 'transfer.env'), `${settings.join('\n')}\n`, { mode: 0o600 });
}
