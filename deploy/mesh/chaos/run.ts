import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { eventually } from '@parley/testkit';

import { storing } from '../../k8s/mesh.ts';
import type { Mesh } from '../mesh.ts';
import { check } from './check.ts';
import { Faults } from './faults.ts';
import { type History, newHistory } from './history.ts';
import { planOf } from './plan.ts';
import { Traffic } from './traffic.ts';

/** The mesh that runs go on in. A process that receives SIGTERM ends soon. */
export const meshOfRuns = { replicas: 2, withObjects: true, withWays: true, env: { DRAIN_LINGER: '1s' } };
const capacity = 2;
/** Chosen more often: every call of the clients goes through them. */
const inTheWay = ['gateway', 'conversations'];
/** Leases and claims of processes that were killed run out, and what waited is delivered. */
const patience = { timeoutMs: 120_000, everyMs: 500 };

export interface Outcome {
  faults: string[];
  /** In figures: a run in which nothing happens proves nothing. */
  did: string;
  /** Where the history of a run with faults is. */
  file?: string;
}

/** Traffic while things go wrong, healing, and a look at what came of it. */
export async function runSeed(mesh: Mesh, seed: number): Promise<Outcome> {
  const history = newHistory(seed, capacity);
  const began = performance.now();
  const times: string[] = [];
  const note = (what: string) => {
    times.push(`${what} after ${((performance.now() - began) / 1_000).toFixed(0)} s`);
    history.faults.push(`${new Date().toISOString()} ${what}`);
  };
  const traffic = await Traffic.open(mesh, history);
  try {
    const unsettled = (error: unknown) => history.unsettled.push(String(error));
    const running = traffic.run().catch(unsettled);
    await new Faults(mesh, history.faults)
      .run(
        planOf(seed, {
          services: [...inTheWay, ...inTheWay, ...mesh.serviceNames],
          storing: storing.map(({ name }) => name),
          replicas: meshOfRuns.replicas,
        }),
      )
      .catch(unsettled);
    note('healed');
    // A run in which little was said proves little.
    await eventually(() => isEnough(history), patience).catch(() => unsettled('little was said'));
    traffic.end();
    await running;
    note('answered');
    await eventually(async () => {
      await traffic.lookLast();
      return check(history).length === 0;
    }, patience).catch(() => undefined);
    note('settled');
  } finally {
    traffic.close();
  }
  const faults = check(history);
  const file = faults.length === 0 ? undefined : await written(mesh, seed, { found: faults, ...history });
  const did = [...figuresOf(history), ...times].join(', ');
  return { faults, did, file };
}

const isToBot = (send: History['sends'][number]) => send.isToBot === true;

function figuresOf({
  sends,
  handedOver,
  files,
  claims,
  readings,
  snapshots,
  deliveries,
  macros,
  scheduled,
  automation,
}: History): string[] {
  return [
    `${sends.length} messages`,
    `${sends.filter(isToBot).length} of them to a bot, which handed ${handedOver.length} conversations over`,
    `${files.length} files`,
    `${macros.length} macros`,
    `${scheduled.length} scheduled messages`,
    `${automation.flatMap(({ runs }) => runs).length} runs of a rule`,
    `${automation.flatMap(({ clocks }) => clocks).filter(({ breaches }) => breaches > 0).length} clocks that fired`,
    `${claims.length} claims`,
    `${readings.length + snapshots.length} readings`,
    `${deliveries.length} deliveries`,
  ];
}

function isEnough({ sends, claims, snapshots, files }: History): boolean {
  const said = sends.filter(({ id }) => id !== undefined).length;
  const saysEnough = said >= 150 && sends.filter(isToBot).length >= 15;
  return saysEnough && claims.length >= 1 && snapshots.length >= 10 && files.length >= 10;
}

/** To find the cause: the history, and what the processes logged. */
async function written(mesh: Mesh, seed: number, history: object): Promise<string> {
  const folder = join(tmpdir(), 'parley-chaos');
  await mkdir(folder, { recursive: true });
  const file = join(folder, `seed-${seed}.json`);
  await writeFile(file, JSON.stringify(history, null, 1));
  const logs = mesh.replicas.map(
    ({ service, host, process }) => `== ${service} ${host}\n${process.output.slice(-1e6)}`,
  );
  await writeFile(join(folder, `seed-${seed}.log`), logs.join('\n'));
  return file;
}
