import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';

import { Mesh } from '../../../deploy/mesh/mesh.ts';
import { cpuSeconds, parentOf, treeCpuSeconds } from '../cpu.ts';
import { signUp } from '../place.ts';
import { inClosedLoop } from './drive.ts';
import { beginConversations } from './project.ts';
import { send } from './scenarios.ts';
import { latencyOf } from './window.ts';

const quietMs = 1_500;
const patienceMs = 120_000;

/** Processor seconds by service so far, with those of the servers that they share. */
type Shares = Map<string, number>;

/**
 * The mesh as an operator runs it: each service a process, on NATS, Redis and a durable PostgreSQL, in so many replicas. Reports what a
 * send takes of each service until everything is quiet, and so which one needs another replica first.
 */
export async function replicas({
  count,
  seconds,
  conversations: conversationCount,
}: {
  count: number;
  seconds: number;
  conversations: number;
}): Promise<void> {
  const mesh = await Mesh.start({
    replicas: count,
    env: { RATE_LIMIT_FACTOR: '1000000', AUTH_LIMIT_FACTOR: '1000000' },
  });
  try {
    const postgres = await postmasterOf(mesh.servers.databaseUrl('conversations'));
    const shares = () => sharesOf(mesh, postgres);
    const { projectId } = await signUp(mesh.url);
    const conversations = await beginConversations(mesh.url, projectId, conversationCount);
    const project = { projectId, conversations, ownerToken: '', agents: [], agentTokens: [] };
    await untilQuiet(shares);
    const idle = await perSecond(shares, 10);

    let nth = 0;
    const make = () => send(project, nth++);
    await inClosedLoop(mesh.url, { connections: 32, seconds: 2, make });
    await untilQuiet(shares);
    const before = shares();
    const began = performance.now();
    const driven = await inClosedLoop(mesh.url, { connections: 32, seconds, make });
    const answered = performance.now();
    await untilQuiet(shares);
    const took = (performance.now() - began) / 1_000;
    const after = shares();

    const { perSecond: rate, p50Ms, p99Ms, failures } = latencyOf(driven);
    console.log(
      `\nsends to ${count} of each process: ${rate.toFixed(0)}/s, p50 ${p50Ms.toFixed(0)} ms, p99 ${p99Ms.toFixed(0)} ms,`,
    );
    console.log(
      `${failures} failures, ${((performance.now() - answered) / 1_000 - quietMs / 1_000).toFixed(1)} s put off`,
    );
    const rows = [...after].map(([name, seconds]) => {
      const rest = idle.get(name) ?? 0;
      const perSend = (seconds - (before.get(name) ?? 0) - rest * took) / driven.calls;
      return [name, { 'ms per send': Number((perSend * 1_000).toFixed(2)), 'at rest': `${(rest * 100).toFixed(1)} %` }];
    });
    console.table(Object.fromEntries(rows));
  } finally {
    await mesh.stop();
  }
}

function sharesOf(mesh: Mesh, postgres: number): Shares {
  const byService = Map.groupBy(mesh.replicas, ({ service }) => service);
  const shares: Shares = new Map(
    [...byService].map(([name, all]) => [name, cpuSeconds(all.flatMap(({ process }) => process.pid ?? []))]),
  );
  shares.set('PostgreSQL', treeCpuSeconds(postgres));
  const others = mesh.replicas.flatMap(({ process }) => process.pid ?? []);
  // Of our own children those that are left.
  const servers = treeCpuSeconds(process.pid, [postgres, ...others]) - cpuSeconds([process.pid]);
  return shares.set('NATS and Redis', servers);
}

async function perSecond(shares: () => Shares, seconds: number): Promise<Shares> {
  const before = shares();
  await delay(seconds * 1_000);
  return new Map([...shares()].map(([name, after]) => [name, (after - (before.get(name) ?? 0)) / seconds]));
}

/** Until all together take hardly more than a mesh at rest. */
async function untilQuiet(shares: () => Shares): Promise<void> {
  const total = () => [...shares().values()].reduce((sum, share) => sum + share, 0);
  for (const until = performance.now() + patienceMs; performance.now() < until; ) {
    const before = total();
    await delay(quietMs);
    if (total() - before < 0.3 * (quietMs / 1_000)) return;
  }
  throw new Error('The mesh has not come to rest.');
}

async function postmasterOf(url: string): Promise<number> {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const postmaster = parentOf(rows[0]?.pid ?? 0);
  await client.end();
  return postmaster;
}
