import { type teammateApi, visitorRoles } from '@parley/contracts';
import { nextLink } from '@parley/service-kit/database';
import { answer, type Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { teamLoad } from './team-load.ts';
import { viewOf } from './teammate.ts';

type ListTeammates = Operation<typeof teammateApi.listTeammates, Context>;

const teamRoles = ['agent', 'admin', 'owner'];

export const listTeammates: ListTeammates = async (context, _actor, query) => {
  const roles = query.role?.split(',').map((role) => role.trim()) ?? teamRoles;
  const filter = {
    roles,
    status: query.status,
    presence: query.presencestatus,
    withTrashed: query.trashed ?? false,
  };

  // Lists with visitors are paged; a team alone is returned whole.
  const wantsVisitors = roles.some((role) => visitorRoles.some((known) => known === role));
  const { teammates, next } = wantsVisitors
    ? await context.membershipQueries.listPage(query.id_project, filter, query)
    : { teammates: await context.membershipQueries.listTeam(query.id_project, filter, query), next: undefined };

  const { id_project, ...asked } = query;
  const load = await teamLoad(
    context,
    id_project,
    teammates.map(({ idUser }) => idUser),
  );
  const views = teammates.map((teammate) => viewOf(teammate, 'whole', load));
  return next ? answer(views, { link: nextLink(next, asked) }) : views;
};
