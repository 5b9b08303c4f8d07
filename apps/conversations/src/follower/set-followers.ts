import type { followerApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { answerOf } from '../request-store/answer.ts';
import { setFollowers as set } from './followers.ts';
import { followersNamed } from './followers-named.ts';

type SetFollowers = Operation<typeof followerApi.setFollowers, Context>;

export const setFollowers: SetFollowers = async (context, actor, input) => {
  const { id_project, request_id, items } = input;
  await context.requestQueries.get(actor, id_project, request_id);
  const followers = await followersNamed(context, id_project, items, (index) => String(index));

  const stored = await context.requests.update(actor, id_project, request_id, (current, { at }) =>
    set(current, followers, at, 'setFollowers'),
  );
  return answerOf(context, actor, stored);
};
