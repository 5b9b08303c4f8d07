import { commonErrors, type factorApi, userErrors } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { proveFactor } from './prove-factor.ts';

type ProveSignIn = Operation<typeof factorApi.proveSignIn, Context>;

export const proveSignIn: ProveSignIn = async (context, actor, { password, ...given }) => {
  const found = await context.users.credentialsOf({ id: actor.id });
  if (!found) throw commonErrors.unauthorized();
  const { user, passwordHash } = found;
  const note = async (at: Date) => {
    if (actor.jti !== undefined) await context.tokens.noteProof(actor.id, actor.jti, at);
  };

  if (password === undefined) {
    await proveFactor(context, user, given, async (at) => {
      const { assertion, challenge = '' } = given;
      if (assertion && !(await context.challenges.redeem(challenge, at))) throw userErrors.sign_in_code_invalid();
      await note(at);
    });
  } else {
    const isRight = () => context.passwords.verify(password, passwordHash);
    if (!(await context.passwordAttempts.try(user.email, isRight))) throw userErrors.invalid_credentials();
    await note(new Date());
  }
  return { success: true };
};
