import type { Context } from '../context.ts';

/** Marks principals without recent reports offline, and reported ones that were missed online. */
export async function sweepPresence(context: Context): Promise<void> {
  const at = new Date();
  await context.presence.show(await context.presence.sweep(at), at);
}
