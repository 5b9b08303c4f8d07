import type { scimApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { addressOf, listOf, pageOf, selectionOf, userViewOf } from './scim.ts';

type ListScimUsers = Operation<typeof scimApi.listScimUsers, Context>;

const attributes = ['id', 'username', 'externalid', 'emails.value', 'emails[type eq "work"].value'];

export const listScimUsers: ListScimUsers = async (context, _actor, { id_project: projectId, filter, ...asked }) => {
  const page = pageOf(asked);
  const { users, total } = await context.scim.listUsers(projectId, selectionOf(filter, attributes), page);
  const externalIds = await context.scim.externalIds(
    projectId,
    'user',
    users.map(({ id }) => id),
  );
  const address = addressOf(context.config.PUBLIC_URL, projectId);
  return listOf(
    users.map((user) => userViewOf(user, externalIds.get(user.id), address)),
    total,
    page,
  );
};
