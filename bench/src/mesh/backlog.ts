import { setTimeout as delay } from 'node:timers/promises';

import { inClosedLoop } from './drive.ts';
import type { Idle } from './idle.ts';
import type { FilledProject } from './project.ts';
import { untilQuiet } from './quiet.ts';
import type { Scenario } from './scenarios.ts';
import type { Side, Watched } from './side.ts';

const linesPerCall = 500;
const lines = JSON.stringify(
  Array.from({ length: linesPerCall }, (_, nth) => ({ text: `Line ${nth} of an older installation` })),
);

/** More events at once than the consumers can handle, and how they work them off. */
export interface Backlog {
  /** Messages a second, each of which is an event. */
  imported: number;
  events: number;
  /** Waiting for a consumer when the last call was answered. */
  waiting: number;
  /** Of those, a second. */
  drained: number;
  /** By the consumer that has an effect for each of them: as many as there are events, once each. */
  handled: number;
  deadLetters: number;
  /** Processor milliseconds per event, of everything. */
  cpuMs: number;
  failures: number;
}

/** Owners import messages for so many seconds, in as many calls at once as there are cores to keep busy. */
export async function measureBacklog(
  side: Side,
  { project, seconds, idle, next }: { project: FilledProject; seconds: number; idle: Idle; next: () => number },
): Promise<Backlog> {
  const importing: Scenario = ({ conversations, ownerToken }, nth) => ({
    method: 'POST',
    path: `${conversations[nth % conversations.length]?.path}/messages/multi?import=true`,
    headers: { authorization: ownerToken, 'content-type': 'application/json' },
    body: lines,
  });
  const { database } = side;
  const first = await countsOf(database);
  const before = side.usage();
  const began = performance.now();
  const make = () => importing(project, next());
  const { calls, failures } = await inClosedLoop(side.url, { connections: 16, seconds, make });
  const answered = performance.now();
  const waiting = await database.eventsWaiting();
  while (await database.hasEventsWaiting()) await delay(50);
  const drained = performance.now();
  const { usage } = await untilQuiet(side, idle);

  const last = await countsOf(database);
  // Each call announces its request as well.
  const events = last.events - first.events;
  const cpu = usage.node + usage.postgres - before.node - before.postgres;
  return {
    imported: ((calls - failures) * linesPerCall * 1_000) / (answered - began),
    ...{ events, waiting, failures },
    handled: last.handled - first.handled,
    deadLetters: last.deadLetters - first.deadLetters,
    drained: (waiting * 1_000) / (drained - answered),
    cpuMs: (cpu * 1_000) / events,
  };
}

async function countsOf(database: Watched): Promise<{ events: number; handled: number; deadLetters: number }> {
  const count = async (name: string, rows: string) => {
    const counted = `select count(*)::int as count from ${rows}`;
    return (await database.client(name).query<{ count: number }>(counted)).rows[0]?.count ?? Number.NaN;
  };
  const handledBy = `where consumer = 'analytics-facts'`;
  return {
    events: await count('conversations', 'outbox'),
    handled: await count('analytics', `inbox ${handledBy}`),
    deadLetters: await count('analytics', `dead_letter ${handledBy}`),
  };
}
