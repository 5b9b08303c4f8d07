import type { signInApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { endLogins } from '../oidc/end-logins.ts';
import { referenceOf, remove, viewOf } from './sign-in-connection.ts';

type DeleteSignInConnection = Operation<typeof signInApi.deleteSignInConnection, Context>;

export const deleteSignInConnection: DeleteSignInConnection = async (context, _actor, input) => {
  const { id_project: projectId, sign_in_connection_id: id } = input;
  const { PUBLIC_URL: publicUrl } = context.config;
  const removed = await context.db.transaction(async () => {
    const at = new Date();
    const connection = await context.signInConnections.remove(projectId, id, (current) =>
      remove(current, publicUrl, at),
    );
    await endLogins(context, { connection: referenceOf(connection) }, 'removed');
    return connection;
  });
  return viewOf(removed, publicUrl);
};
