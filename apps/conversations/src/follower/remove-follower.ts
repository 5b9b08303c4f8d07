import type { followerApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { answerOf } from '../request-store/answer.ts';
import { setFollowers } from './followers.ts';

type RemoveFollower = Operation<typeof followerApi.removeFollower, Context>;

export const removeFollower: RemoveFollower = async (context, actor, input) => {
  const { id_project, request_id, follower_id } = input;
  const { request } = await context.requestQueries.get(actor, id_project, request_id);
  const isListed = request.followers.includes(follower_id);
  // A former teammate may still be a follower.
  const member = isListed ? undefined : await context.members.findAny(id_project, follower_id);
  const named = [follower_id, member?.teammateId];

  const stored = await context.requests.update(actor, id_project, request_id, (current, { at }) =>
    setFollowers(
      current,
      current.followers.filter((follower) => !named.includes(follower)),
      at,
      'removeFollower',
    ),
  );
  return answerOf(context, actor, stored);
};
