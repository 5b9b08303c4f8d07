import type { Context } from '../context.ts';

/** Removes the parts of exports that have expired, and forgets old exports. */
export async function expireExports({ exports }: Context): Promise<void> {
  while (await exports.expire());
}
