import type { Task } from '@parley/service-kit/tasks';

import type { Context } from '../context.ts';
import { keyOf } from '../storage/storage.ts';

/** Removes the bytes of a deleted file and its thumbnail. */
export async function removeObject({ storage }: Pick<Context, 'storage'>, { payload }: Task): Promise<void> {
  const { object } = payload as { object: string };
  await storage.remove(keyOf(object, 't'));
  await storage.remove(keyOf(object, 'o'));
}
