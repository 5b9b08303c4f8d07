import type { Task } from '@parley/service-kit';

import type { Context } from '../context.ts';
import { keyOf } from '../storage/storage.ts';

/** The bytes of a file that was deleted, and its thumbnail. */
export async function removeObject({ storage }: Pick<Context, 'storage'>, { payload }: Task): Promise<void> {
  const [projectId = '', objectId = ''] = String((payload as { object: unknown }).object).split('/');
  await storage.remove(keyOf(projectId, objectId, 't'));
  await storage.remove(keyOf(projectId, objectId, 'o'));
}
