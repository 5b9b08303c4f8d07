import type { Actor, RequestView } from '@parley/contracts';

import type { RequestPage } from './request.query.repository.ts';
import { formFor, viewRequest } from './request.view.ts';

/** The envelope of lists of requests, each record in the caller's form. */
export function viewPage(page: RequestPage, actor: Actor, noPopulate?: boolean) {
  const form = formFor(actor, noPopulate);
  const requests: RequestView[] = page.requests.map((request) => viewRequest(request, form, { score: request.score }));
  return { perPage: page.perPage, count: page.count, requests };
}
