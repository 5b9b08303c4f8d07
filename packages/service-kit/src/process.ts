import { ConfigError } from './config.ts';
import type { ServiceOptions } from './kit.ts';

/**
 * A process of one service: starts it with the process environment, waits for SIGTERM or SIGINT, drains it and exits.
 * A second signal ends it at once.
 */
export async function runProcess(
  start: (options: ServiceOptions) => Promise<{ stop(): Promise<void> }>,
): Promise<void> {
  const stopping = Promise.withResolvers<void>();
  const onSignal = () => {
    process.on('SIGTERM', () => process.exit(1)).on('SIGINT', () => process.exit(1));
    stopping.resolve();
  };
  process.once('SIGTERM', onSignal).once('SIGINT', onSignal);

  try {
    const service = await start({ env: process.env });
    await stopping.promise;
    await service.stop();
    process.exit(0);
  } catch (error) {
    process.stderr.write(`${reasonOf(error)}\n`);
    process.exit(1);
  }
}

/** A faulty environment is explained by its faults; where the code noticed is of no use to whoever repairs it. */
function reasonOf(error: unknown): string {
  if (error instanceof ConfigError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
