import type { Actor } from '@parley/contracts';

import type { Context } from '../context.ts';
import { answerOf } from '../request-store/answer.ts';
import { removeTags } from './tags.ts';

/** Takes tags off a request by their names; of bulk calls. */
export async function removeRequestTags(
  context: Context,
  actor: Actor,
  { id_project, request_id, names }: { id_project: string; request_id: string; names: readonly string[] },
) {
  const stored = await context.requests.update(actor, id_project, request_id, (current, { at }) =>
    removeTags(current, names, at),
  );
  return answerOf(context, actor, stored);
}
