import { commonErrors, maxLinks, type mergeApi, requestErrors } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { unchanged } from '../request-state/change.ts';
import { linkBoth } from './links.ts';

type LinkRequest = Operation<typeof mergeApi.linkRequest, Context>;

export const linkRequest: LinkRequest = async (context, actor, input) => {
  const { id_project, request_id, other_id } = input;
  if (request_id === other_id) throw requestErrors.not_mergeable({ why: 'itself' });
  const { merges } = context;

  await context.requests.updateBoth(actor, id_project, [request_id, other_id], async (one, other, at) => {
    if (await merges.areLinked(id_project, one.id, other.id)) return [unchanged(one), unchanged(other)];
    for (const end of [one, other]) {
      if ((await merges.counts(id_project, end)).links >= maxLinks)
        throw commonErrors.limit_reached({ limit: maxLinks });
    }
    await merges.link(id_project, one.id, other.id);
    return linkBoth(one, other, at);
  });
  return merges.related(actor, id_project, request_id);
};
