import { type AppError, commonErrors, validationFailed } from '@parley/contracts';

import type { SupportRequest } from '../request-state/request.ts';
import type { RoutingFacts } from './routing-pass.ts';

/**
 * The facts for routing to the department that a caller names; without a name, to that of the request, else the default one.
 * @throws validation_failed when there is no such department, dependency_down when it is unknown and workspace does not answer
 */
export function chosenRouting(
  current: SupportRequest,
  named: string | undefined,
  facts: RoutingFacts,
): ReturnType<RoutingFacts['routing']> {
  const wanted = chosenDepartment(current, named);
  const routing = facts.routing(wanted);
  // The default department serves in place of a deleted one, but a caller cannot name a deleted one.
  if (named !== undefined && wanted !== null && routing.routingContext.department.id !== wanted) {
    throw routing.routingContext.source === 'copy' ? departmentUnknown() : noSuchDepartment(named);
  }
  return routing;
}

/** The department that `chosenRouting` needs. */
export function chosenDepartment(current: SupportRequest, named: string | undefined): string | null {
  if (named === undefined) return current.departmentId;
  return named === 'default' ? null : named;
}

export const noSuchDepartment = (named: string): AppError =>
  validationFailed([{ param: 'departmentid', location: 'body', msg: 'There is no such department', value: named }]);

/** Only workspace knows whether the department exists, and it does not answer. */
export const departmentUnknown = (): AppError => commonErrors.dependency_down({ dependency: 'workspace' });
