import type { followerApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { answerOf } from '../request-store/answer.ts';
import { setFollowers } from './followers.ts';
import { followersNamed } from './followers-named.ts';

type AddFollower = Operation<typeof followerApi.addFollower, Context>;

export const addFollower: AddFollower = async (context, actor, input) => {
  const { id_project, request_id, member } = input;
  await context.requestQueries.get(actor, id_project, request_id);
  const followers = await followersNamed(context, id_project, [member], () => 'member');

  const stored = await context.requests.update(actor, id_project, request_id, (current, { at }) =>
    setFollowers(current, [...current.followers, ...followers], at, 'addFollower'),
  );
  return answerOf(context, actor, stored);
};
