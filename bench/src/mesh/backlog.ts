import { inClosedLoop } from './drive.ts';
import type { Idle } from './idle.ts';
import type { FilledProject } from './project.ts';
import { untilQuiet } from './quiet.ts';
import type { Scenario } from './scenarios.ts';
import type { Side } from './side.ts';

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
  const before = side.usage();
  const began = performance.now();
  const make = () => importing(project, next());
  const { calls, failures } = await inClosedLoop(side.url, { connections: 16, seconds, make });
  const answered = performance.now();
  const waiting = await database.eventsWaiting();
  while ((await database.eventsWaiting()) > 0) await new Promise((resolve) => setTimeout(resolve, 50));
  const drained = performance.now();
  const { usage } = await untilQuiet(side, idle);

  const events = (calls - failures) * linesPerCall;
  const cpu = usage.node + usage.postgres - before.node - before.postgres;
  return {
    imported: (events * 1_000) / (answered - began),
    ...{ events, waiting, failures },
    drained: (waiting * 1_000) / (drained - answered),
    cpuMs: (cpu * 1_000) / events,
  };
}
