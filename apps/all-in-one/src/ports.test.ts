import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

import { reservePorts, withOtherPorts } from './ports.ts';

/** A server on this port of loopback. @throws EADDRINUSE when another has it */
async function serve(port = 0): Promise<Server> {
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

it('chooses each port once, and leaves all of them free', async () => {
  const ports = await reservePorts(40);
  expect(new Set(ports).size).toBe(40);
  const servers = await Promise.all(ports.map(serve));
  for (const server of servers) server.close();
});

describe('a start whose port was taken meanwhile', () => {
  let holder: Server;
  let taken: number;
  beforeEach(async () => {
    holder = await serve();
    taken = (holder.address() as { port: number }).port;
  });
  afterEach(() => holder.close());

  it('is made again with another one, once what it had begun has ended', async () => {
    const steps: string[] = [];
    const [free] = await reservePorts(1);
    const ports = [taken, taken, free];
    const server = await withOtherPorts(
      () => {
        steps.push('start');
        return serve(ports.shift());
      },
      async () => void steps.push('stop'),
    );
    server.close();
    expect(steps).toEqual(['start', 'stop', 'start', 'stop', 'start']);
  });

  it('is given up after three, and at once for any other reason', async () => {
    let starts = 0;
    const failing = (error?: Error) =>
      withOtherPorts(
        () => {
          starts += 1;
          return error ? Promise.reject(error) : serve(taken);
        },
        async () => undefined,
      );
    await expect(failing()).rejects.toMatchObject({ code: 'EADDRINUSE' });
    expect(starts).toBe(3);
    await expect(failing(new Error('The disk is full.'))).rejects.toThrow('The disk is full.');
    expect(starts).toBe(4);
  });
});
