import { type signInApi, signInErrors } from '@parley/contracts';
import { newId } from '@parley/service-kit/call';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { refuseBadReferences } from './references.ts';
import { newConnection, referenceOf, viewOf } from './sign-in-connection.ts';

type CreateSignInConnection = Operation<typeof signInApi.createSignInConnection, Context>;

export const createSignInConnection: CreateSignInConnection = async (context, actor, input) => {
  const { id_project: projectId, issuer: address, client_secret: secret, ...written } = input;
  const at = new Date();
  await context.outbound.check([address]);
  const issuer = new URL(address);
  const wanted = newConnection({ id: newId(at), projectId, issuer: issuer.href }, written, actor.id, at);
  const known = await context.issuers
    .inspect({
      ...{ id: referenceOf(wanted), name: wanted.name, issuer, client_id: wanted.clientId, client_secret: secret },
      ...{ scopes: wanted.scopes, provision: wanted.provision, domains: [], email_verified_claim: '' },
      project: { projectId, version: 0, roleMap: [], groupMap: [] },
    })
    .catch(() => undefined);
  // Of the client nothing is asked: it may be set up at the provider after this.
  if (!known?.hasKeys) throw signInErrors.issuer_invalid();

  const stored = await context.db.transaction(async () => {
    await context.projects.lockTeam(projectId);
    await refuseBadReferences(context, wanted);
    return context.signInConnections.insert(wanted, secret);
  });
  return viewOf(stored, context.config.PUBLIC_URL);
};
