import type { signInApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { refuseBadReferences } from './references.ts';
import { update, viewOf } from './sign-in-connection.ts';

type UpdateSignInConnection = Operation<typeof signInApi.updateSignInConnection, Context>;

export const updateSignInConnection: UpdateSignInConnection = async (context, _actor, input) => {
  const { id_project: projectId, sign_in_connection_id: id, client_secret: secret, ...written } = input;
  const { PUBLIC_URL: publicUrl } = context.config;
  const stored = await context.signInConnections.update(projectId, id, secret, async (current) => {
    const change = update(current, written, { hasNewSecret: secret !== undefined, publicUrl, at: new Date() });
    if (change.next !== current) await refuseBadReferences(context, change.next);
    return change;
  });
  return viewOf(stored, publicUrl);
};
