import type { scimApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { viewOfUser } from './change-user.ts';
import { scimAnswer } from './scim.ts';

type GetScimUser = Operation<typeof scimApi.getScimUser, Context>;

export const getScimUser: GetScimUser = async (context, _actor, { id_project, scim_user_id }) =>
  scimAnswer(await viewOfUser(context, id_project, scim_user_id));
