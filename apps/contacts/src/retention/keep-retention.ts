import type { EventEnvelope, ProjectView } from '@parley/contracts';

import type { Context } from '../context.ts';

type ProjectEvent = EventEnvelope<{ project: ProjectView }>;

/** After how many days leads without requests are erased. */
export async function keepRetention({ retention }: Context, { idproject, data, aggregateversion }: ProjectEvent) {
  const { leads_without_requests: days } = (data.project.settings.retention ?? {}) as Record<string, unknown>;
  const isNumber = typeof days === 'number' && days > 0;
  await retention.keep(idproject, aggregateversion, isNumber ? days : undefined);
}

/** The leads of a deleted project go with it. */
export async function endRetention({ retention }: Context, { idproject, aggregateversion }: ProjectEvent) {
  await retention.keep(idproject, aggregateversion, undefined);
}
