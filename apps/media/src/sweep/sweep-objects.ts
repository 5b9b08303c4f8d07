import type { Context } from '../context.ts';
import type { StoredObject } from '../storage/storage.ts';

/** Age at which an upload can no longer be in progress. */
const leftOverMs = 86_400_000;
const batch = 500;

/** Removes orphaned bytes and the remains of unfinished writes and uploads. */
export async function sweepObjects(context: Context): Promise<void> {
  const { storage } = context;
  const before = new Date(Date.now() - leftOverMs);
  let old: StoredObject[] = [];
  for await (const object of storage.list()) {
    if (object.modifiedAt < before) old.push(object);
    if (old.length < batch) continue;
    await removeUnknown(context, old);
    old = [];
  }
  await removeUnknown(context, old);
  await storage.sweep(before);
}

async function removeUnknown({ storage, sweeps, log }: Context, objects: readonly StoredObject[]): Promise<void> {
  const known = await sweeps.known(objects.map(({ key }) => objectOf(key)));
  for (const { key } of objects.filter((object) => !known.has(objectOf(object.key)))) {
    await storage.remove(key);
    log.info({ object: key }, 'bytes without a file were removed');
  }
}

function objectOf(key: string): string {
  return key.slice(0, key.lastIndexOf('/'));
}
