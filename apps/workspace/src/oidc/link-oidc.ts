import { type oidcApi, userErrors } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { refuseWithoutFactor } from '../factor/answer-challenge.ts';
import { openSession } from '../session/open-session.ts';

type LinkOidc = Operation<typeof oidcApi.linkOidc, Context>;

export const linkOidc: LinkOidc = async (context, _actor, { challenge, password }) => {
  const asked = await context.challenges.find(challenge, new Date());
  const { purpose, userId, issuer, subject, loginId } = asked ?? {};
  const known = userId === undefined ? undefined : await context.users.credentialsOf({ id: userId });
  if (purpose !== 'link' || !known || issuer === undefined || subject === undefined)
    throw userErrors.sign_in_code_invalid();

  const { user, passwordHash } = known;
  const isRight = () => context.passwords.verify(password, passwordHash);
  if (!(await context.passwordAttempts.try(user.email, isRight))) throw userErrors.invalid_credentials();
  await context.db.transaction(async () => {
    const at = new Date();
    if (!(await context.challenges.redeem(challenge, at))) throw userErrors.sign_in_code_invalid();
    if (!(await context.oidc.link({ issuer, subject }, user.id, at))) throw userErrors.sign_in_code_invalid();
  });

  const { credentialsVersion } = user;
  await refuseWithoutFactor(context, { user, credentialsVersion, loginId });
  return context.db.transaction(() =>
    openSession(context, { id: user.id, credentialsVersion }, { via: 'oidc', loginId }),
  );
};
