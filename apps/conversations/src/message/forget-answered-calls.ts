import type { Context } from '../context.ts';

export function forgetAnsweredCalls(context: Context): Promise<void> {
  return context.answeredCalls.forgetOld();
}
