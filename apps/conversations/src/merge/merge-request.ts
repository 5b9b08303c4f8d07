import { commonErrors, maxMerged, type mergeApi, requestErrors } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import { principalOf } from '../access/actor.ts';
import type { Context } from '../context.ts';
import { unchanged } from '../request-state/change.ts';
import { answerOf } from '../request-store/answer.ts';
import { isMergedInto, merge, refuseUnlike } from './merge.ts';

type MergeRequest = Operation<typeof mergeApi.mergeRequest, Context>;

export const mergeRequest: MergeRequest = async (context, actor, input) => {
  const { id_project, request_id, source } = input;
  if (source === request_id) throw requestErrors.not_mergeable({ why: 'itself' });
  const { merges } = context;

  const [stored] = await context.requests.updateBoth(
    actor,
    id_project,
    [request_id, source],
    async (into, from, at) => {
      if (isMergedInto(from, into)) return [unchanged(into), unchanged(from)];
      for (const one of [into, from]) {
        if (!one.mergedInto) continue;
        const final = await merges.finalTarget(id_project, one.requestId);
        throw requestErrors.request_merged({ conflict: one.id, into: (final ?? one).requestId });
      }
      refuseUnlike(into, from);
      if ((await merges.counts(id_project, into)).merged >= maxMerged)
        throw commonErrors.limit_reached({ limit: maxMerged });
      return merge(into, from, { at, by: principalOf(actor) });
    },
  );
  return answerOf(context, actor, stored);
};
