import type { factorApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { answerChallenge, viaOf } from '../factor/answer-challenge.ts';
import { issueToken } from './issue-token.ts';

type SignInWithFactor = Operation<typeof factorApi.signInWithFactor, Context>;

export const signInWithFactor: SignInWithFactor = (context, _actor, input) =>
  answerChallenge(context, input, (person, at) => issueToken(context, person, { via: viaOf(person), at }));
