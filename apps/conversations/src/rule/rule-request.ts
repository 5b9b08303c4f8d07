import { undefinedIfNotFound } from '@parley/service-kit/grpc';

import { rulePerformer } from '../action/performer.ts';
import type { Context } from '../context.ts';
import type { RequestWithCopies } from '../request-state/request.copies.ts';

/** A request as rules see it, regardless of who else may; `undefined`: it no longer exists. */
export async function requestOf(
  { requestQueries }: Pick<Context, 'requestQueries'>,
  projectId: string,
  requestId: string,
): Promise<RequestWithCopies | undefined> {
  const { actor } = rulePerformer(projectId, { id: '', name: '' });
  return (await undefinedIfNotFound(requestQueries.get(actor, projectId, requestId)))?.request;
}

/** Whether a check finds something to see. */
export async function isFound(check: Promise<void>): Promise<boolean> {
  return (await undefinedIfNotFound(check.then(() => true))) ?? false;
}
