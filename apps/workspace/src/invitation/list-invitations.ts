import type { invitationApi } from '@parley/contracts';
import { nextLink } from '@parley/service-kit/database';
import { answer, type Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { viewOf } from './invitation.ts';

type ListInvitations = Operation<typeof invitationApi.listInvitations, Context>;

export const listInvitations: ListInvitations = async (context, _actor, { id_project, ...query }) => {
  const { invitations, next } = await context.invitations.list(id_project, query);
  const views = invitations.map(viewOf);
  return next ? answer(views, { link: nextLink(next, { ...query }) }) : views;
};
