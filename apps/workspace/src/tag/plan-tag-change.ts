import { type EventEnvelope, tagCopyChangeOf } from '@parley/contracts';
import { enqueueOrderedTask } from '@parley/service-kit/tasks';

import type { Context } from '../context.ts';
import { tagTask } from './apply-tag-change.ts';

type TagEvent = EventEnvelope<Parameters<typeof tagCopyChangeOf>[0]>;

/** A task, because many people may carry the tag. */
export async function planTagChange({ db }: Context, event: TagEvent): Promise<void> {
  const change = tagCopyChangeOf(event.data);
  if (change) await enqueueOrderedTask(db, tagTask, event, change);
}
