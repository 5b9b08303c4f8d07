import type { Task } from '@parley/service-kit/tasks';
import { enqueueTask } from '@parley/service-kit/tasks';

import type { Context } from '../context.ts';
import { begin, type Change, finish } from '../request-state/change.ts';
import type { WantedLead } from '../request-state/lead.ts';
import type { SupportRequest } from '../request-state/request.ts';

/** Kind of the task that repoints requests of a lead whose proposed `_id` was replaced. */
export const repointTask = 'repoint-lead';

/** By then, requests that were being opened with the old `_id` are stored. */
const lookAgainMs = 60_000;

interface Repointing {
  from: string;
  to: string;
}

/** Ensures a lead at contacts. If contacts has another `_id` than was proposed, the lead's requests are repointed to it. */
export async function confirmLead(context: Context, { projectId, id, payload }: Task): Promise<void> {
  const wanted = payload as WantedLead;
  const lead = await context.contacts.ensureLead(projectId, wanted);
  await context.leadCopies.keep({ projectId, ...lead, deleted: false });
  if (lead.id === wanted.proposedId) return;

  const repointing: Repointing = { from: wanted.proposedId, to: lead.id };
  await repoint(context, projectId, repointing);
  const again = { projectId, id: `${id}:again`, kind: repointTask, payload: repointing, dueInMs: lookAgainMs };
  await enqueueTask(context.db, again);
}

/** Repoints the last requests that were opened with a proposed `_id`. */
export async function repointLead(context: Context, { projectId, payload }: Task): Promise<void> {
  const repointing = payload as Repointing;
  await repoint(context, projectId, repointing);
  await context.leadCopies.dropProposed(projectId, repointing.from);
}

async function repoint(context: Context, projectId: string, { from, to }: Repointing): Promise<void> {
  let cursor = '';
  do {
    const { requests, next } = await context.leadRequests.list(projectId, from, cursor);
    for (const { requestId } of requests) {
      await context.requests.update('system', projectId, requestId, (current, { at }) => toLead(current, to, at));
    }
    cursor = next;
  } while (cursor !== '');
}

function toLead(current: SupportRequest, leadId: string, at: Date): Change {
  const draft = begin(current, at);
  draft.next.leadId = leadId;
  return finish(draft, 'ensureLead');
}
