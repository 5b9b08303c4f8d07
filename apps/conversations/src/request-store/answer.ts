import { type Actor, RequestStatus, type RequestView } from '@parley/contracts';
import { formFor, viewRequest } from '../access/request.view.ts';
import type { Context } from '../context.ts';
import type { Stored } from './request.writer.ts';

/** The request after an operation in the caller's form; a closed request includes its transcript. */
export async function answerOf(
  context: Context,
  actor: Actor,
  { request }: Pick<Stored, 'request'>,
  noPopulate?: boolean,
): Promise<RequestView> {
  const form = formFor(actor, noPopulate);
  if (form === 'end_user' || request.status !== RequestStatus.closed) return viewRequest(request, form);
  const { transcript } = await context.requestQueries.get(actor, request.projectId, request.requestId);
  return viewRequest(request, form, { transcript });
}
