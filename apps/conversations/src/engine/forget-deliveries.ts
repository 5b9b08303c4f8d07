import type { Context } from '../context.ts';

export function forgetDeliveries(context: Context): Promise<void> {
  return context.deliveries.forgetOld();
}
