import { randomInt } from 'node:crypto';
import { createServer, type Server } from 'node:net';

/** Below the ephemeral range, so that the system hands out no port between this check and the start of its service. */
const outOfTheWay = [12_000, 32_000] as const;
const maxStarts = 3;

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

/**
 * Between the choice of a free port and its use, another process may take it: then `start` chooses again, three times in all.
 * @param stop ends what a failed start has begun
 * @throws what `start` throws
 */
export async function withOtherPorts<Started>(
  start: () => Promise<Started>,
  stop: () => Promise<void>,
): Promise<Started> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await start();
    } catch (error) {
      // An error of gRPC has no code for it, only its message.
      const isTaken = String(error).includes('EADDRINUSE');
      if (!isTaken || attempt === maxStarts) throw error;
      await stop();
    }
  }
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
