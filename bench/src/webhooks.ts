import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

import { cpuSeconds, familyOf, meshOf } from './cpu.ts';
import { onOwnMesh } from './own-mesh.ts';
import { ms, type Place } from './place.ts';
import { call, vacuum } from './processes.ts';

/** Deliveries to a receiver that never answers. */
const hanging = 1_000;
const goalMs = 1_000;
/** Before it counts, in seconds: programs and plans find their shape. */
const warmUp = 3;
/** After the last event; what has not arrived by then is missing. */
const arrivalMs = 10_000;

/**
 * From an event to its receiver while another receiver takes every call and answers none: events that arrive at a steady pace, for so
 * many seconds. Measured from the event's time, which is that of its transaction.
 */
export async function webhooks(rate: number, seconds: number): Promise<void> {
  const took: number[] = [];
  let calls = 0;
  const servers = [
    await listen((timestamp, answer) => {
      took.push(Date.now() - timestamp);
      answer();
    }),
    await listen(() => {
      calls += 1;
    }),
  ] as const;
  const settings = { OUTBOUND_ALLOW: '127.0.0.1', WEBHOOK_CALL_TIMEOUT: '15s' };
  try {
    await onOwnMesh({ apart: ['webhooks'], env: settings }, async (place) => {
      const at = `/v3/${place.projectId}`;
      for (const [name, server] of [
        ['quick', servers[0]],
        ['slow', servers[1]],
      ] as const) {
        const target = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
        await call(place.url, 'POST', `${at}/subscriptions`, place.token, { event: `event.emit.${name}`, target });
      }
      await emit(place, 'slow', hanging, rate);
      await vacuum(place.databaseUrl('webhooks'));
      await emit(place, 'quick', rate * warmUp, rate);
      await delay(1_000);
      took.length = 0;
      const count = rate * seconds;
      // The mesh, both PostgreSQL servers and their backends.
      const processes = () =>
        familyOf(process.pid)
          .filter((pid) => pid !== process.pid)
          .flatMap(meshOf);
      const before = cpuSeconds(processes());
      await emit(place, 'quick', count, rate);
      await delay(arrivalMs);
      const cpuMs = ((cpuSeconds(processes()) - before) * 1_000) / count;
      const sorted = took.toSorted((one, other) => one - other);
      const p99 = ms(sorted, 0.99);
      console.table({
        [`${rate} a second, ${hanging} behind a receiver that hangs`]: {
          ...{ events: count, arrived: took.length, 'p50 ms': ms(sorted, 0.5), 'p99 ms': p99 },
          [`p99 <= ${goalMs}`]: p99 <= goalMs && took.length >= count ? '' : 'missed',
        },
      });
      console.log(
        `CPU of the mesh for an event and its call: ${cpuMs.toFixed(1)} ms; calls to the receiver that hangs: ${calls}`,
      );
    });
  } finally {
    for (const server of servers) server.close().closeAllConnections();
  }
}

/** @param take gets the time of the event */
async function listen(take: (timestamp: number, answer: () => void) => void): Promise<Server> {
  const server = createServer(async (req, res) => {
    const { timestamp } = JSON.parse(Buffer.concat(await req.toArray()).toString()) as { timestamp: number };
    take(timestamp, () => res.end('{}'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

async function emit({ url, projectId, token }: Place, name: string, count: number, rate: number): Promise<void> {
  const calls = Array.from({ length: count }, async (_, nth) => {
    await delay((nth * 1_000) / rate);
    await call(url, 'POST', `/v3/${projectId}/events`, token, { name });
  });
  await Promise.all(calls);
}
