import type { signInApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { viewOf } from './sign-in-connection.ts';

type ListSignInConnections = Operation<typeof signInApi.listSignInConnections, Context>;

export const listSignInConnections: ListSignInConnections = async (context, _actor, { id_project }) => {
  const connections = await context.signInConnections.list(id_project);
  return connections.map((connection) => viewOf(connection, context.config.PUBLIC_URL));
};
