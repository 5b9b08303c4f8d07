import { isMailAddress, LeadObject, LeadStatus } from '@parley/contracts';
import type { ContactsServiceService } from '@parley/proto-gen/contacts/v1/contacts';
import { isId, newId } from '@parley/service-kit/call';
import type { GrpcHandler } from '@parley/service-kit/grpc';

import type { Context } from '../context.ts';
import { erasedLeadId } from '../erasure/erasure.ts';
import { created, mergeVisitor, newLead, type Visitor } from './lead.ts';
import { erasedMessage, messageOf } from './lead-message.ts';

type EnsureLead = GrpcHandler<(typeof ContactsServiceService)['ensureLead'], Context>;

/** Somebody writes: his lead, found or made. What he says of himself never fails his message. Source: contract 30 section 6. */
export const ensureLead: EnsureLead = async ({ leads, erasures }, request) => {
  const { idProject: projectId, leadId, proposedId, attributesJson } = request;
  // Told by somebody who has not heard yet: of whom was erased nothing is known any more.
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

/** A name that was made up for somebody who gave none. */
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

/** At most `max` characters, never half of one. */
function shortened(text: string | undefined, max: number): string | undefined {
  if (text === undefined || text === '') return undefined;
  return [...text].slice(0, max).join('');
}

function attributesOf(json: string | undefined): Record<string, unknown> | undefined {
  if (json === undefined) return undefined;
  const parsed = LeadObject.safeParse(JSON.parse(json));
  return parsed.success ? parsed.data : undefined;
}
