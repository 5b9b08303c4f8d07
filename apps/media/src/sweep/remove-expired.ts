import type { Context } from '../context.ts';

/** Files past their end: nobody finds them any more, now their bytes go too. */
export async function removeExpired(context: Context): Promise<void> {
  for (;;) {
    const files = await context.sweeps.expired();
    if (files.length === 0 || (await context.files.removeAll(files)) === 0) return;
  }
}
