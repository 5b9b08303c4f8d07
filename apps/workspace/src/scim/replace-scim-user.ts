import type { scimApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { changeUser } from './change-user.ts';
import { scimAnswer } from './scim.ts';

type ReplaceScimUser = Operation<typeof scimApi.replaceScimUser, Context>;

export const replaceScimUser: ReplaceScimUser = async (context, actor, input) => {
  const { id_project: projectId, scim_user_id: id, userName, externalId, name, active } = input;
  const wish = { userName, externalId, firstname: name?.givenName, lastname: name?.familyName, active };
  return scimAnswer(await changeUser(context, actor, { projectId, id, wish, source: 'replaceScimUser' }));
};
