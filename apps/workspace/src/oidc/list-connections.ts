import type { oidcApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';

type ListConnections = Operation<typeof oidcApi.listConnections, Context>;

export const listConnections: ListConnections = async (context) =>
  context.issuers.connections.map(({ id, name }) => ({ id, name }));
