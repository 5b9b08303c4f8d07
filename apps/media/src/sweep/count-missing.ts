import type { Context } from '../context.ts';
import { keyOf } from '../storage/storage.ts';

/** Logs and counts files whose bytes are missing; keeps the rows, as the bytes may be restored. */
export async function countMissing(context: Context): Promise<void> {
  const { storage, sweeps, log, missing } = context;
  let count = 0;
  let [projectId, id] = ['', ''];
  for (;;) {
    const files = await sweeps.after(projectId, id);
    const last = files.at(-1);
    if (!last) break;
    for (const file of files) {
      const first = await storage.get(keyOf(file.objectKey, 'o'), { start: 0, end: 0 });
      first?.destroy();
      if (first) continue;
      count += 1;
      log.error({ projectId: file.projectId, fileId: file.id }, 'a file has no bytes');
    }
    [projectId, id] = [last.projectId, last.id];
  }
  missing.set(count);
}
