import type { BoundPrincipal } from './source.ts';
import type { TokenPlan, TokenRefusal } from './token.ts';

/** Tags of answers: everything of a project · its rules and its secret · one principal · one token · the tokens of one session. */
export const projectTag = (projectId: string): string => `project:${projectId}`;
export const accessTag = (projectId: string): string => `access:${projectId}`;
export const principalTag = (id: string): string => `principal:${id}`;
export const tokenTag = (jti: string): string => `token:${jti}`;
export const sessionTag = (id: string): string => `session:${id}`;

/** Everything that may end what is known of a token. */
export function tagsOf(plan: TokenPlan): string[] {
  const tags = [principalTag(plan.id)];
  if ('jti' in plan) tags.push(tokenTag(plan.jti));
  if ('sid' in plan && plan.sid !== undefined) tags.push(sessionTag(plan.sid));
  if ('projectId' in plan && plan.projectId !== undefined) tags.push(projectTag(plan.projectId));
  // A new secret ends the tokens that the old one signed.
  if (plan.kind === 'customer') tags.push(accessTag(plan.projectId));
  return tags;
}

/** The same for a machine token, which names no principal before it was looked up. */
export function tagsOfApiToken({ id, jti, projectId }: BoundPrincipal & { jti?: string }): string[] {
  return [principalTag(id), projectTag(projectId), ...(jti === undefined ? [] : [tokenTag(jti)])];
}

/** Whose secret a token stands under, for those that are not signed by us. */
export function subjectOf(plan: TokenPlan | TokenRefusal): string | undefined {
  if (plan.kind === 'customer') return projectTag(plan.projectId);
  return plan.kind === 'bot' ? principalTag(plan.id) : undefined;
}
