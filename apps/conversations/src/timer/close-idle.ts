import type { Context } from '../context.ts';
import { actOnDue } from './act-on-due.ts';
import { closeInactive } from './deadlines.ts';
import type { Idle } from './timer.repository.ts';

/** Closes conversations that were idle for longer than their project allows. */
export async function closeIdle(context: Context): Promise<void> {
  for (let after: Idle | undefined; ; ) {
    const forgotten = await context.timers.idle(after);
    await actOnDue(context, forgotten, (current, found, { at }) => closeInactive(current, found, at));
    after = forgotten.at(-1);
    if (!after) return;
  }
}
