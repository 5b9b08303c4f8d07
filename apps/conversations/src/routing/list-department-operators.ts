import { requestErrors, type routingApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { pass } from './routing-pass.ts';

type ListDepartmentOperators = Operation<typeof routingApi.listDepartmentOperators, Context>;

/** What routing would decide for a new request; takes no seat. */
export const listDepartmentOperators: ListDepartmentOperators = async (context, _actor, input) => {
  const { id_project, department_id, nobot = false } = input;
  // An invalid id arrives empty, and workspace takes an empty id for the default department.
  const routingContext =
    department_id !== '' &&
    (await context.routingContexts.of(id_project, department_id === 'default' ? null : department_id));
  if (!routingContext) throw requestErrors.department_not_found();

  const { department, candidates } = routingContext;
  const [seats, group] = await Promise.all([
    context.seats.seatsOf(
      id_project,
      candidates.map((one) => one.idUser),
    ),
    context.directory.findGroup(id_project, String(department.record.id_group ?? '')),
  ]);
  const newcomer = { participants: [], humanServed: false, abandonedBy: {}, departmentId: department.id };
  const outcome = pass(newcomer, routingContext, nobot, { at: new Date(), seats, awaited: new Set() });

  const agents = candidates.map((one) => ({
    _id: one.teammateId,
    id_user: one.idUser,
    fullname: one.fullname,
    user_available: one.available,
    number_assigned_requests: seats.get(one.idUser)?.held ?? 0,
  }));
  return {
    department: { ...department.record, hasBot: department.bot !== null },
    ...(group && { group }),
    ...(department.bot !== null && { id_bot: department.bot }),
    agents,
    available_agents: routingContext.open ? agents.filter((one) => one.user_available) : [],
    operators: outcome.take === 'bot' || outcome.take === 'human' ? [{ id_user: outcome.member }] : [],
  };
};
