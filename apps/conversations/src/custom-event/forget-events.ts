import type { Context } from '../context.ts';

export function forgetEvents(context: Context): Promise<void> {
  return context.customEvents.forgetOld();
}
