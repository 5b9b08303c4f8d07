import type { factorApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { answerChallenge, viaOf } from '../factor/answer-challenge.ts';
import { openSession } from './open-session.ts';

type CreateSessionWithFactor = Operation<typeof factorApi.createSessionWithFactor, Context>;

export const createSessionWithFactor: CreateSessionWithFactor = (context, _actor, input) =>
  answerChallenge(context, input, (person) =>
    openSession(
      context,
      { id: person.user.id, credentialsVersion: person.credentialsVersion },
      { via: viaOf(person), loginId: person.loginId },
    ),
  );
