import type { SharedServer } from '../mesh.ts';
import { Random } from './random.ts';

/** What can happen to a process. */
const processFaults = ['kill', 'kill', 'kill', 'stop', 'stop', 'end'] as const;
/** What can happen to a server that all share. */
const serverFaults = [
  'restart nats',
  'wipe nats',
  'flush redis',
  'restart redis',
  'restart postgres',
  'kill postgres',
  'restart s3',
] as const;

/** What can happen to the way of one process to a server: refused, or lost without a word. */
const wayFaults = ['cut', 'stall'] as const;

/** One thing that goes wrong, for a while. */
export type Step = { waitMs: number; holdMs: number } & (
  | { fault: (typeof processFaults)[number]; service: string; nth: number }
  | { fault: (typeof serverFaults)[number] }
  | { fault: (typeof wayFaults)[number]; server: SharedServer; service: string; nth: number }
);

/** The processes that faults are drawn for. */
interface MeshProcesses {
  /** Chosen as often as they stand here. */
  services: readonly string[];
  /** Those of them that have a database. */
  storing: readonly string[];
  replicas: number;
}

/**
 * What happens to the mesh in the run of a seed, always the same: four lanes at once, each one thing after the other, so that processes go
 * while servers are unavailable.
 */
export function planOf(seed: number, { services, storing, replicas }: MeshProcesses): Step[][] {
  const random = new Random(seed);
  const times = (longest: number) => ({ waitMs: random.between(100, 1_500), holdMs: random.between(100, longest) });
  const ofProcess = (): Step => ({
    ...times(2_500),
    fault: random.pick(processFaults),
    service: random.pick(services),
    nth: random.between(0, replicas - 1),
  });
  const ofServer = (): Step => ({ ...times(1_500), fault: random.pick(serverFaults) });
  const ofWay = (): Step => {
    const server = random.pick(['nats', 'postgres'] as const);
    return {
      ...times(4_000),
      fault: random.pick(wayFaults),
      server,
      service: random.pick(server === 'nats' ? services : storing),
      nth: random.between(0, replicas - 1),
    };
  };
  const lane = (step: () => Step, steps: number) => Array.from({ length: steps }, step);
  return [lane(ofProcess, 3), lane(ofProcess, 3), lane(ofServer, 3), lane(ofWay, 3)];
}
