import type { Descriptions, ScopedDescriptions } from '../openapi-types.ts';
import { leadStatusNames } from './numbers.ts';

const lead: Descriptions = {
  createdBy: 'Principal that created the lead.',
  company: 'Company.',
  note: 'Note of the team about the lead.',
  properties: 'Values of the project’s custom fields, at most 64 kB.',
  attributes: 'Custom JSON object, at most 64 kB.',
  tags: 'Names of the lead’s tags, at most 100.',
  status: { text: 'Status of the lead: 50 temporary, 100 normal, 1000 in the trash.', numbers: leadStatusNames },
  reason: 'Why the person is erased.',
};

const segment: Descriptions = {
  name: 'Name of the segment.',
  match: '`all` or `any` of the filters must hold.',
  status: '100; 0 in the answer to the deletion.',
  count: 'Number of leads in the segment.',
  leads: 'The first ten leads.',
  segments: 'The segments of the page.',
};

const property: Descriptions = {
  label: 'Label shown to people.',
  name: 'Key in `properties` of leads.',
  type: 'Kind of value, for user interfaces; `text` by default.',
  status: '100; 1000 when hidden.',
};

export const contactMembers: ScopedDescriptions = {
  Leads: lead,
  LeadRecordView: lead,
  LeadView: { ...lead, _id: 'Id of the lead.' },
  NewLead: lead,
  createLeads: { results: 'Result for each lead, in the order of the body.' },
  NewLeadResultView: {
    index: 'Index of the lead in the body, from 0.',
    outcome: 'What happened. `returned` and `merged`: a lead has this `lead_id`.',
    _id: 'Id of the lead; of a failed one, of the lead that has its `lead_id`.',
    code: 'Why it failed.',
    errors: 'Invalid fields of the lead.',
  },
  'NewLeadResultView.errors': { param: 'Name of the field.', location: 'Always `body`.', msg: 'What is wrong.' },
  SegmentView: segment,
  Segments: segment,
  listSegments: { count: 'Number of segments, over all pages.' },
  filters: { operator: 'Comparison; which ones are offered depends on the kind of `field`.' },
  PropertyView: property,
  'Lead properties': property,
  ErasureView: {
    lead: '`_id` that the lead had.',
    status: 'Whether all services have finished.',
    requestedBy: 'Principal that asked for the erasure.',
    services: 'State of each service.',
    expires: 'When data that cannot be erased immediately will be gone.',
    receipt: 'Compact JWS, signed with a key of `/.well-known/jwks.json`. Present when done.',
  },
  ErasedServiceView: {
    service: 'Name of the service.',
    status: '`pending`: not answered yet. `erased`: data erased. `done`: nothing is left.',
    erased: 'Number of erased records by kind.',
    remaining: 'Number of remaining records by kind.',
  },
  expires: { eventTransport: 'When the event transport no longer holds the person’s data.' },
};
