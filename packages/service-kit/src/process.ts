import type { ServiceOptions } from './service.ts';

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
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    process.exit(1);
  }
}
