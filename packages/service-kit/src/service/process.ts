import { ConfigError } from '../config/config.ts';
import type { ServiceOptions, StartService } from './definition.ts';
import { runStep } from './rollout.ts';

interface Start {
  (options: ServiceOptions): Promise<{ stop(): Promise<void> }>;
  definition?: StartService['definition'];
}

/**
 * A process of one service: starts it with the process environment, waits for SIGTERM or SIGINT, drains it and exits.
 * A second signal ends it at once. With an argument it is a step of a rollout instead, and any signal ends it.
 */
export async function runProcess(start: Start): Promise<void> {
  const word = process.argv[2];
  const stopping = Promise.withResolvers<void>();
  const onSignal = () => {
    process.on('SIGTERM', () => process.exit(1)).on('SIGINT', () => process.exit(1));
    stopping.resolve();
    if (word !== undefined) process.exit(1);
  };
  process.once('SIGTERM', onSignal).once('SIGINT', onSignal);

  try {
    if (await runStep(word, start.definition, process.env)) process.exit(0);
    const service = await start({ env: process.env });
    await stopping.promise;
    await service.stop();
    process.exit(0);
  } catch (error) {
    process.stderr.write(`${reasonOf(error)}\n`);
    process.exit(1);
  }
}

/** A faulty environment is explained by its faults; a stack trace would not help to repair it. */
function reasonOf(error: unknown): string {
  if (error instanceof ConfigError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
