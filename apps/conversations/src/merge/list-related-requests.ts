import type { mergeApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';

type ListRelatedRequests = Operation<typeof mergeApi.listRelatedRequests, Context>;

export const listRelatedRequests: ListRelatedRequests = (context, actor, { id_project, request_id }) =>
  context.merges.related(actor, id_project, request_id);
