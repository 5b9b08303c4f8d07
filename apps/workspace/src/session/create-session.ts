import { type sessionApi, userErrors } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { refuseWithoutFactor } from '../factor/answer-challenge.ts';
import { provePassword } from '../user/prove-password.ts';
import { openSession } from './open-session.ts';

type CreateSession = Operation<typeof sessionApi.createSession, Context>;

export const createSession: CreateSession = async (context, _actor, { email = '', password = '', code }) => {
  if (code !== undefined) {
    return context.db.transaction(async () => {
      const userId = await context.codes.redeem(code, 'sign_in', new Date());
      if (userId === undefined) throw userErrors.sign_in_code_invalid();
      return openSession(context, { id: userId }, { via: 'code' });
    });
  }

  const { user, passwordHash } = await provePassword(context, email, password);
  await refuseWithoutFactor(context, { user, credentialsVersion: user.credentialsVersion });
  const rehashed = context.passwords.isOutdated(passwordHash) ? await context.passwords.hash(password) : undefined;
  return context.db.transaction(() => openSession(context, user, { via: 'password', rehashed }));
};
