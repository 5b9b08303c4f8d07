import { userErrors } from '@parley/contracts';

import type { Context } from '../context.ts';
import type { User } from '../user/user.ts';
import type { GivenFactor } from './factor.ts';

/**
 * Runs `then` with the factor used up, in one transaction. A wrong code costs and answers what a wrong password does.
 * @throws userErrors.invalid_credentials; commonErrors.rate_limited, busy
 */
export async function proveFactor<Result>(
  context: Context,
  user: User,
  given: GivenFactor,
  then: (at: Date) => Promise<Result>,
): Promise<Result> {
  const { code, recovery_code, assertion, challenge = '' } = given;
  const prove = () =>
    context.db.transaction(async () => {
      const at = new Date();
      if (!(await use(at))) throw userErrors.invalid_credentials();
      return then(at);
    });
  const use = async (at: Date): Promise<boolean> => {
    if (assertion !== undefined) return context.factors.usePasskey(user.id, { challenge, assertion }, at);
    if (code !== undefined) return context.factors.useTotp(user.id, code, at);
    return recovery_code !== undefined && context.factors.useRecoveryCode(user, recovery_code);
  };

  // A passkey cannot be guessed; counting would let strangers lock its holder out.
  if (assertion !== undefined) return prove();
  return context.factorAttempts.try(user.id, async () => {
    await context.passwords.verify(code ?? recovery_code ?? '', undefined);
    return prove();
  });
}
