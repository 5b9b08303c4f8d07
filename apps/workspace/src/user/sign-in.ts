import type { userApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { refuseWithoutFactor } from '../factor/answer-challenge.ts';
import { issueToken } from './issue-token.ts';
import { provePassword } from './prove-password.ts';

type SignIn = Operation<typeof userApi.signIn, Context>;

export const signIn: SignIn = async (context, _actor, { email, password }) => {
  const { user, passwordHash } = await provePassword(context, email, password);
  const person = { user, credentialsVersion: user.credentialsVersion };
  await refuseWithoutFactor(context, person);
  const rehashed = context.passwords.isOutdated(passwordHash) ? await context.passwords.hash(password) : undefined;
  return context.db.transaction(() => issueToken(context, person, { via: 'password', rehashed, at: new Date() }));
};
