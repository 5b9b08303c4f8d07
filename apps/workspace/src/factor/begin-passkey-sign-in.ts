import type { factorApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';

type BeginPasskeySignIn = Operation<typeof factorApi.beginPasskeySignIn, Context>;

/** Names no person, so that it does not reveal who has a passkey. */
export const beginPasskeySignIn: BeginPasskeySignIn = async (context) => {
  const challenge = await context.challenges.issue({ purpose: 'passkey' }, new Date());
  return { challenge, options: await context.passkeys.authentication(challenge) };
};
