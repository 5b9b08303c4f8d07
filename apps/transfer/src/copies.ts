import { type Owner, sha256Of } from '@parley/service-kit/archive';
import type { Services } from './services.client.ts';
import { StoredBatches } from './stored-batches.ts';

/** Who has read models of whose records. The project comes last: a service works for a project that it knows. */
export const copiers: readonly [from: Owner, to: readonly Owner[]][] = [
  ['contacts', ['conversations']],
  ['bots', ['conversations']],
  ['workspace', ['analytics', 'media', 'conversations']],
];

/**
 * Gives the read models of a project its records as they are; those that have a newer version stay. May be repeated: what an import has
 * brought is not sent again.
 */
export async function copy(
  services: Services,
  from: Owner,
  to: readonly Owner[],
  call: { idProject: string; import: string },
  stopping: AbortSignal,
): Promise<void> {
  const kind = `copies of ${from}`;
  const receivers = to.map((owner) => ({
    keep: services.of(owner).keep,
    stored: new StoredBatches(services, owner, { ...call, kind }, stopping),
  }));
  let n = 0;
  for await (const { copies } of services.of(from).copies({ idProject: call.idProject })) {
    n += 1;
    const sha256 = sha256Of(...copies.map((one) => `${one.kind} ${one.version} ${one.recordJson}\n`));
    for (const { keep, stored } of receivers) {
      stopping.throwIfAborted();
      if (!(await stored.answerOf(n, sha256))) await keep({ ...call, copies, kind, n, sha256 });
    }
  }
}
