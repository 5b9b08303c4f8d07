import type { oidcApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { referenceOf } from '../sign-in/sign-in-connection.ts';
import { domainOf } from './connection.ts';

type FindConnection = Operation<typeof oidcApi.findConnection, Context>;

/** Looks at the domain alone: whether there is an account for the address, the answer does not say. */
export const findConnection: FindConnection = async (context, _actor, { email }) => {
  const found = await context.signInConnections.ofDomain(domainOf(email));
  return {
    connections: found.map((connection) => ({ id: referenceOf(connection), name: connection.name })),
    enforced: found.some(({ enforced }) => enforced),
  };
};
