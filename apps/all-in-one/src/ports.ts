import { randomInt } from 'node:crypto';
import { createServer, type Server } from 'node:net';

/** Below the ephemeral range, so that the system hands out no port between this check and the start of its service. */
const outOfTheWay = [12_000, 32_000] as const;

/** Free ports on loopback, known before any service starts, since each is given the others' addresses. */
export async function reservePorts(count: number): Promise<number[]> {
  const held: Server[] = [];
  try {
    while (held.length < count) held.push(await listenAnywhere());
    return held.map(portOf);
  } finally {
    await Promise.all(held.map((server) => new Promise((resolve) => server.close(resolve))));
  }
}

/** Opens and closes a port. @throws what the system says when that is not possible */
export async function tryPort(port: number, host: string): Promise<void> {
  const server = await listen(port, host);
  await new Promise((resolve) => server.close(resolve));
}

async function listenAnywhere(): Promise<Server> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const server = await listen(randomInt(...outOfTheWay), '127.0.0.1').catch(() => undefined);
    if (server) return server;
  }
  throw new Error('There is no free port.');
}

function listen(port: number, host: string): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(port, host, () => resolve(server));
  });
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('A reserved port has no number.');
  return address.port;
}
