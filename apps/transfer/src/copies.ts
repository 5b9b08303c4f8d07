import type { Owner } from '@parley/service-kit/archive';

import type { Services } from './services.client.ts';

/** Who has read models of whose records. The project comes last: a service works for a project that it knows. */
export const copiers: readonly [from: Owner, to: readonly Owner[]][] = [
  ['contacts', ['conversations']],
  ['bots', ['conversations']],
  ['workspace', ['analytics', 'media', 'conversations']],
];

/** Gives the read models of a project its records as they are; those that have a newer version stay. May be repeated. */
export async function copy(
  services: Services,
  from: Owner,
  to: readonly Owner[],
  call: { idProject: string; import: string },
) {
  for await (const { copies } of services.of(from).copies({ idProject: call.idProject }))
    for (const owner of to) await services.of(owner).keep({ ...call, copies });
}
