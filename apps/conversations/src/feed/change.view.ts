import type { ChangeView } from '@parley/contracts';

import type { Context } from '../context.ts';
import type { Frame } from './frame-queue.ts';

/** A change as the feed shows it. */
export function viewChange(context: Context, projectId: string, frame: Frame): ChangeView {
  const { position, topic, method, type, requestId, version, text } = frame;
  return {
    cursor: context.feed.cursorOf(projectId, position),
    topic,
    method,
    type,
    id_project: projectId,
    ...(requestId !== undefined && { request_id: requestId }),
    time: new Date(position.time).toISOString(),
    version,
    message: JSON.parse(text),
  };
}
