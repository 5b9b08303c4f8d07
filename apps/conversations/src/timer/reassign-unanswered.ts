import type { Context } from '../context.ts';
import { noSeats } from '../participant/seats.ts';
import { actOnDue } from './act-on-due.ts';
import { releaseUnanswered } from './deadlines.ts';

/** Removes agents who have not answered in time; the queue assigns the requests to others. */
export async function reassignUnanswered(context: Context): Promise<void> {
  await actOnDue(context, await context.timers.unanswered(), (current, found, facts) =>
    releaseUnanswered(current, found, { ...facts, seats: noSeats }),
  );
}
