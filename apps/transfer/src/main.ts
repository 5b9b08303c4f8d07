import { exitCodes, run } from './run.ts';

const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => {
    // The second one does not wait for the batch.
    process.once(signal, () => process.exit(exitCodes.stopped));
    stopping.abort();
  });

const { env, stdout: out, stderr: err } = process;
process.exit(await run(process.argv.slice(2), { env, out, err, stopping: stopping.signal }));
