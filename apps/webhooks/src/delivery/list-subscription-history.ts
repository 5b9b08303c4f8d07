import type { HistoryView, subscriptionApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import type { PastCall } from './attempt.query.repository.ts';
import { plainHeaders } from './call-receiver.ts';
import { bodyOf } from './delivery.ts';

type ListSubscriptionHistory = Operation<typeof subscriptionApi.listSubscriptionHistory, Context>;

const perPage = 40;

export const listSubscriptionHistory: ListSubscriptionHistory = async (context, _actor, { id_project, page }) => {
  const calls = await context.attempts.history(id_project, page, perPage);
  return calls.map((call) => viewOf(id_project, call));
};

function viewOf(projectId: string, call: PastCall): HistoryView {
  const { at, target, status, error, responseHeaders, responseBody, deliveryId } = call;
  const headers = { ...plainHeaders({ eventId: call.eventId, attempt: call.n }), 'webhook-id': deliveryId };
  const response = status === null ? {} : { status, headers: responseHeaders ?? {}, body: responseBody ?? '' };
  return {
    ...{ _id: call.id, __v: 0, id_project: projectId, event: call.event, target },
    response: JSON.stringify(response),
    jsonRequest: JSON.stringify({ method: 'POST', url: target, headers }),
    body: bodyOf(call),
    ...(error !== null && { err: error }),
    createdAt: at.toISOString(),
    updatedAt: new Date(at.getTime() + (call.durationMs ?? 0)).toISOString(),
  };
}
