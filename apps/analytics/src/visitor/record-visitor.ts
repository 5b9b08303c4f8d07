import type { EventEnvelope, TeammateView } from '@parley/contracts';

import type { Context } from '../context.ts';
import { factOf, isVisitor as isVisitorByRole } from './visitor-fact.ts';

type Told = EventEnvelope<{ teammate: TeammateView }>;

/** What happens to teammates of the team is in no figure. */
export function isVisitor({ teammate }: Told['data']): boolean {
  return isVisitorByRole(teammate);
}

export async function recordVisitor(context: Context, told: Told): Promise<void> {
  await keep(context, told, false);
}

export async function forgetVisitor(context: Context, told: Told): Promise<void> {
  await keep(context, told, true);
}

async function keep(context: Context, { data, time, aggregateversion }: Told, isRemoved: boolean): Promise<void> {
  await context.visitors.keep(factOf(data.teammate, aggregateversion, new Date(time), isRemoved));
}
