import type { retentionApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';

type ListHolds = Operation<typeof retentionApi.listHolds, Context>;

/** All holds of a project are one page. */
export const listHolds: ListHolds = ({ holds }, _actor, { id_project, request_id, lead }) => {
  if (request_id !== undefined) return holds.keepingRequest(id_project, request_id);
  return lead === undefined ? holds.list(id_project) : holds.keepingLead(id_project, lead);
};
