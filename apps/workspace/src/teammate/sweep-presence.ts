import type { Context } from '../context.ts';

/** Shows as offline whom nobody reports any more, and as online who was missed. */
export async function sweepPresence(context: Context): Promise<void> {
  const at = new Date();
  await context.presence.show(await context.presence.sweep(at), at);
}
