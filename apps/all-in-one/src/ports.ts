import { randomInt } from 'node:crypto';
import { createServer, type Server } from 'node:net';

/** Below what systems hand out themselves, so that nobody is given a port between our looking and its service's start. */
const outOfTheWay = [12_000, 32_000] as const;

/**
 * Ports on loopback for the services behind the gateway, known before any of them starts, since each is told the others' addresses.
 * The documented one where it is free (3010, 4010, … beside a gateway on 3000), any other where it is not, so that several meshes
 * run side by side; 0 is any free one.
 */
export async function reservePorts(wanted: readonly number[]): Promise<number[]> {
  const held: Server[] = [];
  try {
    for (const port of wanted) held.push(await (port === 0 ? listenAnywhere() : listen(port).catch(listenAnywhere)));
    return held.map(portOf);
  } finally {
    await Promise.all(held.map((server) => new Promise((resolve) => server.close(resolve))));
  }
}

async function listenAnywhere(): Promise<Server> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const server = await listen(randomInt(...outOfTheWay)).catch(() => undefined);
    if (server) return server;
  }
  throw new Error('There is no free port.');
}

function listen(port: number): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('A reserved port has no number.');
  return address.port;
}
