import { RequestStatus, type routingApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { noNeeds } from '../request/facts.ts';
import { unchanged } from '../request-state/change.ts';
import type { SupportRequest } from '../request-state/request.ts';
import { answerOf } from '../request-store/answer.ts';
import type { Decide } from '../request-store/request.repository.ts';
import { chosenDepartment, chosenRouting } from './chosen-routing.ts';
import { assignRequest as assign } from './routing.ts';

type AssignRequest = Operation<typeof routingApi.assignRequest, Context>;

/** For a served or closed request the answer is the plain form. */
export const assignRequest: AssignRequest = async (context, actor, input) => {
  const { id_project, request_id, departmentid, nobot = false, no_populate } = input;
  let settled = false;
  const decide: Decide = (current, facts) => {
    settled = isSettled(current);
    if (settled) return unchanged(current);
    const { routingContext, ...pass } = chosenRouting(current, departmentid, facts);
    return assign(current, routingContext, { nobot, source: 'assign', comment: 'assignRequest' }, pass);
  };
  const needs = (current: SupportRequest) =>
    isSettled(current) ? noNeeds : { routing: [chosenDepartment(current, departmentid)] };
  const stored = await context.requests.update(actor, id_project, request_id, decide, { needs });
  return answerOf(context, actor, stored, settled || no_populate);
};

const isSettled = ({ status }: SupportRequest): boolean => status >= RequestStatus.served;
