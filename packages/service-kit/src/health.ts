import { statusOfKind } from './problem.ts';

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

/** Resolves when the dependency answers, to a text when it is degraded; rejects when it is down. */
export type HealthCheck = () => unknown;

/** Whether a service can take calls, dependency by dependency. Source: contract 00 section 1. */
export interface Health {
  /** Without it the service cannot answer. */
  require(name: string, check: HealthCheck): void;
  /** Named in the report, never a reason for 503. */
  inform(name: string, check: HealthCheck): void;
  state: 'starting' | 'ready' | 'stopping';
  report(): Promise<{ httpStatus: number; body: HealthReport }>;
}

const checkTimeoutMs = 2000;

export function createHealth(): Health {
  const checks = new Map<string, { check: HealthCheck; required: boolean }>();
  let running: Promise<Record<string, DependencyHealth>> | undefined;

  const ask = async (): Promise<Record<string, DependencyHealth>> => {
    const entries = [...checks].map(
      async ([name, { check, required }]) => [name, await state(check, required)] as const,
    );
    return Object.fromEntries(await Promise.all(entries));
  };

  const health: Health = {
    state: 'starting',
    require: (name, check) => void checks.set(name, { check, required: true }),
    inform: (name, check) => void checks.set(name, { check, required: false }),
    async report() {
      // Probes of several watchers at once share one round of questions.
      running ??= ask().finally(() => {
        running = undefined;
      });
      const dependencies = await running;
      const down = Object.values(dependencies).some(({ status, required }) => required && status === 'down');
      const status = health.state === 'ready' ? (down ? 'down' : 'ok') : health.state;
      return { httpStatus: status === 'ok' ? 200 : statusOfKind.unavailable.http, body: { status, dependencies } };
    },
  };
  return health;
}

async function state(check: HealthCheck, required: boolean): Promise<DependencyHealth> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in time')), checkTimeoutMs);
  });
  try {
    const detail = await Promise.race([check(), timeout]);
    return typeof detail === 'string' ? { status: 'degraded', required, detail } : { status: 'ok', required };
  } catch {
    // What exactly failed is in the log; an unauthenticated probe learns only that it did.
    return { status: 'down', required };
  } finally {
    clearTimeout(timer);
  }
}
