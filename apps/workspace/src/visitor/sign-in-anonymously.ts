import { randomBytes, randomUUID } from 'node:crypto';

import { commonErrors, projectErrors, type visitorApi } from '@parley/contracts';
import { currentCall, isId } from '@parley/service-kit/call';
import type { Operation } from '@parley/service-kit/http';
import { countedAddress, type LimitRule, type Limits } from '@parley/service-kit/security';

import type { Context } from '../context.ts';
import { refuseStranger } from './admission.ts';
import { claimsOf } from './custom-token.ts';

type SignInAnonymously = Operation<typeof visitorApi.signInAnonymously, Context>;

const fromOneAddress: LimitRule = { points: 30, seconds: 60, factor: 'identity' };
const ofProject: LimitRule = { points: 600, seconds: 60, factor: 'identity' };

export const signInAnonymously: SignInAnonymously = async (context, _actor, input) => {
  const { id_project: projectId, attributes = {} } = input;
  if (!isId(projectId)) throw projectErrors.project_not_found();
  await countArrival(context.limits, projectId);
  const access = await context.projects.accessOf(projectId);
  if (!access) throw projectErrors.project_not_found();
  refuseStranger(access);

  const uuidUser = currentCall().idempotency?.principalId ?? randomUUID();
  const profile = {
    firstname: input.firstname || `guest#${randomBytes(2).toString('hex')}`,
    lastname: input.lastname || undefined,
    email: input.email || undefined,
  };
  const visitorInput = { uuidUser, role: 'guest', profile, attributes, origin: 'anonymous' } as const;
  const claims = claimsOf(uuidUser, profile);

  return context.db.transaction(async () => {
    const ensured = await context.visitors.ensure(projectId, visitorInput, new Date());
    if (!ensured) throw projectErrors.project_not_found();
    // Its answer is forgotten: an old key must not sign in for ever.
    if (!ensured.isNew) throw commonErrors.idempotency_key_reused();

    const { token, jti, expiresAt } = await context.tokens.issue({
      kind: 'guest',
      principalId: uuidUser,
      projectId,
      method: 'anonymous',
      claims,
    });
    await context.visitors.signedIn(ensured.visitor, 'anonymous', jti);
    const user = { ...claims, _id: uuidUser, attributes };
    return { success: true, token: `JWT ${token}`, expiresAt: expiresAt.toISOString(), user };
  });
};

async function countArrival(limits: Limits, projectId: string): Promise<void> {
  const address = countedAddress(currentCall().clientAddress ?? '');
  const counted = [
    await limits.hit('anonymous_from_address', `${projectId}|${address}`, fromOneAddress),
    await limits.hit('anonymous_of_project', projectId, ofProject),
  ];
  const exceeded = counted.find(({ allowed }) => !allowed);
  if (exceeded) {
    throw commonErrors.rate_limited({ limit: 'anonymous_sign_in', retryAfterSeconds: exceeded.resetSeconds });
  }
}
