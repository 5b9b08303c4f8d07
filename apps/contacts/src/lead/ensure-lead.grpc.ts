import { isMailAddress, LeadObject, LeadStatus } from '@parley/contracts';
import type { ContactsServiceService } from '@parley/proto-gen/contacts/v1/contacts';
import { isId, newId } from '@parley/service-kit/call';
import type { GrpcHandler } from '@parley/service-kit/grpc';

import type { Context } from '../context.ts';
import { erasedLeadId } from '../erasure/erasure.ts';
import { created, mergeVisitor, newLead, type Visitor } from './lead.ts';
import { erasedMessage, messageOf } from './lead-message.ts';

type EnsureLead = GrpcHandler<(typeof ContactsServiceService)['ensureLead'], Context>;

/** Finds or creates the lead of a visitor who writes. Invalid details never fail the message. Source: contract 30 section 6. */
export const ensureLead: EnsureLead = async ({ leads, erasures }, request) => {
  const { idProject: projectId, leadId, proposedId, attributesJson } = request;
  // The caller may not know yet that the lead was erased: its details must not be stored again.
  const erasure = isId(proposedId) ? await erasures.findByLead(projectId, proposedId) : undefined;
  if (erasure) return { lead: erasedMessage(erasure.lead, erasedLeadId(erasure.id)) };

  const at = new Date();
  const visitor = visitorOf(request);
  const lead = newLead(
    {
      ...{ id: isId(proposedId) ? proposedId : newId(at), projectId, leadId, createdBy: 'system', createdAt: at },
      status: visitor.status,
    },
    {
      fullname: visitor.fullname,
      email: visitor.email,
      phone: visitor.phone,
      attributes: attributesOf(attributesJson),
    },
  );
  const ensured = await leads.ensure(lead, created(lead, 'conversation'), (current) =>
    mergeVisitor(current, visitor, at),
  );
  return { lead: messageOf(ensured.lead) };
};

/** Names generated for visitors who gave none. */
const generatedName = /^guest(?:[ #]?[\w-]+)?$/i;

export function visitorOf(given: { fullname?: string; email?: string; phone?: string; status?: number }): Visitor {
  const fullname = shortened(given.fullname, 255);
  const email = given.email?.trim();
  return {
    fullname,
    isNameGenerated: fullname !== undefined && generatedName.test(fullname),
    email: email !== undefined && isMailAddress(email) ? email : undefined,
    phone: shortened(given.phone, 64),
    status: given.status === LeadStatus.temporary ? LeadStatus.temporary : LeadStatus.normal,
  };
}

/** Cuts a text to `max` code points. */
function shortened(text: string | undefined, max: number): string | undefined {
  if (text === undefined || text === '') return undefined;
  return [...text].slice(0, max).join('');
}

function attributesOf(json: string | undefined): Record<string, unknown> | undefined {
  if (json === undefined) return undefined;
  const parsed = LeadObject.safeParse(JSON.parse(json));
  return parsed.success ? parsed.data : undefined;
}
