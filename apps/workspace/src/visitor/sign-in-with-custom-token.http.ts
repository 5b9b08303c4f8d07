import { commonErrors, type visitorApi } from '@parley/contracts';
import type { RawOperation } from '@parley/service-kit/http';
import type { LimitRule } from '@parley/service-kit/security';

import type { Context } from '../context.ts';
import type { ProjectSecret } from '../key/key.repository.ts';
import { provisionsAgents } from '../project/project-settings.ts';
import type { LivePrincipal } from '../token/live-token.repository.ts';
import { viewOf as userViewOf } from '../user/user.ts';
import { refuseBanned } from './admission.ts';
import { signInProvisionedAgent, signInVisitor } from './custom-sign-in.ts';
import { claimsOf, readClaims } from './custom-token.ts';
import { type CustomerPlan, verifyPresented } from './presented-token.ts';

type SignInWithCustomToken = RawOperation<typeof visitorApi.signInWithCustomToken, Context>;
type Answer = Exclude<Awaited<ReturnType<SignInWithCustomToken>>, void>;

const ofProject: LimitRule = { points: 1200, seconds: 60, factor: 'identity' };

export const signInWithCustomToken: SignInWithCustomToken = async (context, _actor, _input, { req }) => {
  const presented = await verifyPresented(context, req.headers.authorization);
  if (presented.kind === 'customer') return exchange(context, presented.plan, presented.secret);

  const user = await describe(context, presented.principal);
  return { success: true, token: `JWT ${presented.token}`, expiresAt: presented.expiresAt.toISOString(), user };
};

async function exchange(context: Context, plan: CustomerPlan, secret: ProjectSecret): Promise<Answer> {
  const counted = await context.limits.hit('exchange_of_project', plan.projectId, ofProject);
  if (!counted.allowed) {
    throw commonErrors.rate_limited({ limit: 'exchange_of_project', retryAfterSeconds: counted.resetSeconds });
  }
  const [access, project] = await Promise.all([
    context.projects.accessOf(plan.projectId),
    context.projects.find(plan.projectId),
  ]);
  if (!access || !project) throw commonErrors.unauthorized({}, new Error('project'));
  refuseBanned(access, plan.id);

  const person = readClaims(plan.claims, provisionsAgents(project));
  const entered = await context.db.transaction(async () => {
    if (!(await context.keys.lockCurrent(plan.projectId, secret))) {
      throw commonErrors.unauthorized({}, new Error('secret_replaced'));
    }
    return person.role === 'agent'
      ? signInProvisionedAgent(context, plan, person)
      : signInVisitor(context, plan, person, person.role);
  });

  const { id, role, fullName, token, expiresAt } = entered;
  const user = { ...plan.claims, _id: id, id, fullName, role };
  return { success: true, token: `JWT ${token}`, expiresAt: expiresAt.toISOString(), user };
}

/** Describes the owner of a token that Parley issued; creates and prolongs nothing. */
async function describe(context: Context, { kind, id, projectId }: LivePrincipal): Promise<Record<string, unknown>> {
  if (projectId !== undefined) {
    const access = await context.projects.accessOf(projectId);
    if (!access) throw commonErrors.unauthorized({}, new Error('project'));
    refuseBanned(access, id);
  }
  if (kind === 'user' || kind === 'provisioned' || projectId === undefined) {
    const user = await context.users.findById(id);
    if (!user) throw commonErrors.unauthorized({}, new Error('principal'));
    return userViewOf(user);
  }

  const visitor = await context.visitors.find(projectId, id);
  if (visitor?.status !== 'active' || visitor.trashed) throw commonErrors.not_a_member();
  const { role, attributes, profile } = visitor;
  return { ...claimsOf(id, profile), _id: id, attributes, role };
}
