import type { routingApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { refuseClosed } from '../participant/membership.ts';
import type { SupportRequest } from '../request-state/request.ts';
import { answerOf } from '../request-store/answer.ts';
import type { Decide } from '../request-store/request.repository.ts';
import { chosenDepartment, chosenRouting } from './chosen-routing.ts';
import { route } from './routing.ts';

type RouteRequest = Operation<typeof routingApi.routeRequest, Context>;

export const routeRequest: RouteRequest = async (context, actor, input) => {
  const { id_project, request_id, departmentid, nobot = false, no_populate } = input;
  const decide: Decide = (current, facts) => {
    refuseClosed(current);
    const { routingContext, ...pass } = chosenRouting(current, departmentid, facts);
    const moved = routingContext.department.id !== current.departmentId;
    const assignmentType = moved ? 'manual_reassign_department' : 'auto';
    return route(
      current,
      routingContext,
      { nobot, source: 'departments', comment: 'routeRequest', assignmentType },
      pass,
    );
  };
  const needs = (current: SupportRequest) => ({ routing: [chosenDepartment(current, departmentid)] });
  const stored = await context.requests.update(actor, id_project, request_id, decide, { needs });
  return answerOf(context, actor, stored, no_populate);
};
