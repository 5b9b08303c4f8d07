import type { scimApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { changeUser, wishOf } from './change-user.ts';
import { changesOf, scimAnswer } from './scim.ts';

type PatchScimUser = Operation<typeof scimApi.patchScimUser, Context>;

export const patchScimUser: PatchScimUser = async (context, actor, { id_project, scim_user_id: id, Operations }) => {
  const wish = wishOf(changesOf(Operations));
  return scimAnswer(await changeUser(context, actor, { projectId: id_project, id, wish, source: 'patchScimUser' }));
};
