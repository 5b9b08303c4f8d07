import { AppError, oidcErrors, type SignInCheckView, type signInApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { referenceOf } from './sign-in-connection.ts';

type CheckSignInConnection = Operation<typeof signInApi.checkSignInConnection, Context>;

export const checkSignInConnection: CheckSignInConnection = async (context, _actor, input) => {
  const { id_project: projectId, sign_in_connection_id: id } = input;
  const connection = await context.signInConnections.usable(referenceOf({ projectId, id }));
  if (!connection) throw oidcErrors.connection_not_found();
  try {
    const { hasKeys, clientProblem, hasLogout } = await context.issuers.inspect(connection);
    const steps: SignInCheckView['steps'] = [
      { check: 'discovery', ok: true },
      { check: 'keys', ok: hasKeys },
      {
        check: 'client',
        ok: clientProblem === undefined,
        ...(clientProblem !== undefined && { problem: clientProblem }),
      },
    ];
    return { ok: steps.every(({ ok }) => ok), steps, logout: hasLogout };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { ok: false, steps: [{ check: 'discovery', ok: false, problem: error.code }], logout: false };
  }
};
