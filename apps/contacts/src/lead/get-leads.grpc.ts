import type { ContactsServiceService } from '@parley/proto-gen/contacts/v1/contacts';
import type { GrpcHandler } from '@parley/service-kit/grpc';

import type { Context } from '../context.ts';
import { messageOf } from './lead-message.ts';

type GetLeads = GrpcHandler<(typeof ContactsServiceService)['getLeads'], Context>;

const maxAsked = 500;

export const getLeads: GetLeads = async ({ leads }, { idProject, ids, leadIds }) => {
  const found = await leads.findAll(idProject, ids.slice(0, maxAsked), leadIds.slice(0, maxAsked));
  return { leads: found.map(messageOf) };
};
