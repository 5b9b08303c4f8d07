import type { Context } from '../context.ts';

/** Removes expired files, which reads no longer find. */
export async function removeExpired(context: Context): Promise<void> {
  for (;;) {
    const files = await context.sweeps.expired();
    if (files.length === 0 || (await context.files.removeAll(files)) === 0) return;
  }
}
