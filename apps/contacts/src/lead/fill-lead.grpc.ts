import type { ContactsServiceService } from '@parley/proto-gen/contacts/v1/contacts';
import type { GrpcHandler } from '@parley/service-kit/grpc';

import type { Context } from '../context.ts';
import { visitorOf } from './ensure-lead.grpc.ts';
import { fill } from './lead.ts';
import { messageOf } from './lead-message.ts';

type FillLead = GrpcHandler<(typeof ContactsServiceService)['fillLead'], Context>;

/** Fills empty fields of a lead with what the visitor answered to a bot. @throws lead_not_found */
export const fillLead: FillLead = async ({ leads }, request) => {
  const at = new Date();
  const lead = await leads.update(request.idProject, request.id, (current) => fill(current, visitorOf(request), at));
  return { lead: messageOf(lead) };
};
