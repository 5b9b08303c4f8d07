import type { Context } from '../context.ts';
import { noSeats } from '../participant/seats.ts';
import { actOnDue } from './act-on-due.ts';
import { giveUpOnSilent } from './deadlines.ts';

/** Takes requests from those who let their requester wait too long; the queue gives them to others. */
export async function reassignUnanswered(context: Context): Promise<void> {
  await actOnDue(context, await context.timers.unanswered(), (current, found, facts) =>
    giveUpOnSilent(current, found, { ...facts, seats: noSeats }),
  );
}
