import type { Actor, RequestRow } from '@parley/contracts';

import type { ConversationsService } from './harness.ts';

/** Rows of the requests that an actor sees, closed ones too. */
export async function rowsOf(
  service: ConversationsService,
  actor: Actor,
  query: Record<string, unknown> = {},
): Promise<RequestRow[]> {
  const { status, body } = await service.as(actor).listRequests({ view: 'row', status: 'all', limit: '200', ...query });
  if (status !== 200) throw new Error(`the list answered ${status} ${body.code}`);
  return body.requests as RequestRow[];
}

/** The row of one request. */
export async function rowOf(service: ConversationsService, actor: Actor, requestId: string): Promise<RequestRow> {
  const rows = await rowsOf(service, actor);
  const row = rows.find(({ request_id }) => request_id === requestId);
  if (!row) throw new Error(`${requestId} is not listed`);
  return row;
}

/** A generator of whole numbers below a limit; the same seed gives the same ones. */
export function seeded(seed: number): (below: number) => number {
  let state = seed * 2_654_435_761;
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_507) + 0x9e3779b9) | 0;
    return (state >>> 1) % below;
  };
}
