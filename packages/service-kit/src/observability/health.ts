import { statusOfKind } from '../call/problem.ts';
import { withTimeout } from '../concurrency/timing.ts';

/** How one dependency is. */
interface DependencyHealth {
  status: 'ok' | 'down' | 'degraded';
  /** False: named for information; its absence leaves the service ready. */
  required: boolean;
  detail?: string;
}

/** The body of `/readyz`. */
export interface HealthReport {
  status: 'ok' | 'starting' | 'stopping' | 'down';
  dependencies: Record<string, DependencyHealth>;
}

/** Resolves when the dependency answers, to a text when it is degraded; rejects when it is down, with `NotReady` to say why. */
type HealthCheck = () => unknown;

/** Why a dependency is down, as a public text: names of components, never an address or a driver's message. */
export class NotReady extends Error {}

/** Whether a service can take calls, dependency by dependency. Source: contract 00 section 1. */
export interface Health {
  /** Without it the service cannot answer. */
  require(name: string, check: HealthCheck): void;
  /** Named in the report; its absence makes the mesh as a whole not ready, never this process. */
  inform(name: string, check: HealthCheck): void;
  state: 'starting' | 'ready' | 'stopping';
  /**
   * For load balancers: 503 without what this process requires. With `whole`, for monitoring: 503 when
   * anything that it knows of is down.
   */
  report(options?: { whole?: boolean }): Promise<{ httpStatus: number; body: HealthReport }>;
}

export interface HealthOptions {
  /** How long one dependency may take to answer, in ms; default 1500. Less than probes wait for the report. */
  checkTimeoutMs?: number;
  /** How long a report is cached, in ms; default 0. For reports that are open to the public. */
  cacheMs?: number;
}

/** The health of one process; dependencies are added with `require` and `inform`. */
export function createHealth({ checkTimeoutMs = 1_500, cacheMs = 0 }: HealthOptions = {}): Health {
  const checks = new Map<string, { check: HealthCheck; required: boolean }>();
  let latest: Promise<Record<string, DependencyHealth>> | undefined;

  const ask = async (): Promise<Record<string, DependencyHealth>> => {
    const entries = [...checks].map(
      async ([name, { check, required }]) => [name, await state(check, required, checkTimeoutMs)] as const,
    );
    return Object.fromEntries(await Promise.all(entries));
  };
  const forget = () => {
    latest = undefined;
  };

  const health: Health = {
    state: 'starting',
    require: (name, check) => void checks.set(name, { check, required: true }),
    inform: (name, check) => void checks.set(name, { check, required: false }),
    async report({ whole = false } = {}) {
      // Probes of several watchers at once share one round of questions.
      latest ??= ask().finally(() => (cacheMs === 0 ? forget() : setTimeout(forget, cacheMs).unref()));
      const dependencies = await latest;
      const down = Object.values(dependencies).some(({ status, required }) => (required || whole) && status === 'down');
      const status = health.state === 'ready' ? (down ? 'down' : 'ok') : health.state;
      return { httpStatus: status === 'ok' ? 200 : statusOfKind.unavailable.http, body: { status, dependencies } };
    },
  };
  return health;
}

async function state(check: HealthCheck, required: boolean, timeoutMs: number): Promise<DependencyHealth> {
  try {
    const detail = await withTimeout(Promise.resolve(check()), timeoutMs, 'no answer in time');
    return typeof detail === 'string' ? { status: 'degraded', required, detail } : { status: 'ok', required };
  } catch (error) {
    // What exactly failed is in the log; an unauthenticated probe learns only that it did.
    return { status: 'down', required, ...(error instanceof NotReady && { detail: error.message }) };
  }
}
