import type { EventEnvelope, TeammateView } from '@parley/contracts';

import type { Context } from '../context.ts';
import { factOf, isVisitor as isVisitorByRole } from './visitor-fact.ts';

type TeammateEvent = EventEnvelope<{ teammate: TeammateView }>;

/** What happens to teammates of the team is in no figure. */
export function isVisitor({ teammate }: TeammateEvent['data']): boolean {
  return isVisitorByRole(teammate);
}

export async function recordVisitor(context: Context, event: TeammateEvent): Promise<void> {
  await keep(context, event, false);
}

export async function forgetVisitor(context: Context, event: TeammateEvent): Promise<void> {
  await keep(context, event, true);
}

async function keep(
  context: Context,
  { data, time, aggregateversion }: TeammateEvent,
  isRemoved: boolean,
): Promise<void> {
  await context.visitors.keep(factOf(data.teammate, aggregateversion, new Date(time), isRemoved));
}
