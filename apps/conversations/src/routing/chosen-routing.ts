import { type AppError, commonErrors, validationFailed } from '@parley/contracts';

import type { SupportRequest } from '../request-state/request.ts';
import type { RoutingFacts } from './roster.ts';

/**
 * The facts for routing to the department a caller names; to the one the request is in, else the default one, when he names none.
 * @throws validation_failed when there is no such department, dependency_down when nobody can say so
 */
export function chosenRouting(
  current: SupportRequest,
  named: string | undefined,
  facts: RoutingFacts,
): ReturnType<RoutingFacts['routing']> {
  const wanted = named === undefined ? current.departmentId : named === 'default' ? null : named;
  const routing = facts.routing(wanted);
  // In place of a department that is gone the default one serves, but nobody can ask for it.
  if (named !== undefined && wanted !== null && routing.roster.department.id !== wanted) {
    throw routing.roster.source === 'copy' ? departmentUnknown() : noSuchDepartment(named);
  }
  return routing;
}

export const noSuchDepartment = (named: string): AppError =>
  validationFailed([{ param: 'departmentid', location: 'body', msg: 'There is no such department', value: named }]);

/** Whether a department exists only workspace can tell, and it does not answer. */
export const departmentUnknown = (): AppError => commonErrors.dependency_down({ dependency: 'workspace' });
