import type { botDeleted, EventEnvelope } from '@parley/contracts';
import type { z } from 'zod';

import type { Context } from '../context.ts';
import { folderOf, photoName } from './file-path.ts';

type Deleted = EventEnvelope<z.output<(typeof botDeleted)['schema']>>;

/** Removes the photo of a deleted bot. */
export async function forgetBot(context: Context, { idproject, data: { bot } }: Deleted): Promise<void> {
  const found = await context.files.find(folderOf({ folder: 'photo', id: bot._id }) + photoName);
  if (found?.file.projectId === idproject) await context.files.removeAll([found.file]);
}
