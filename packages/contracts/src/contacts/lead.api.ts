import { z } from 'zod';

import { everyPrincipal, ordinaryUsers } from '../access.ts';
import { defineApi } from '../define-api.ts';
import { oneOf, PathId } from '../fields.ts';
import { LeadId, LeadObject, LeadTags, leadFields } from './fields.ts';
import { ListLeadsQuery } from './lead.query.ts';
import { LeadPageView, LeadRecordView } from './views.ts';

const tag = 'Leads';
const base = '/v3/:id_project/leads';
const inProject = z.object({ id_project: PathId });
const ofLead = z.object({ id_project: PathId, lead: PathId });

/** What a create does when the `lead_id` is taken. Source: contract 30 section 2.1. */
export const leadConflicts = ['error', 'return', 'merge'] as const;

/** The body is the members themselves, whatever their names. */
const Members = LeadObject.transform((members) => ({ members }));

const ofOne = {
  role: 'agent',
  kinds: everyPrincipal,
  params: ofLead,
  response: LeadRecordView,
  errors: ['lead_not_found'],
  tag,
} as const;

/** Source: contract 30 section 2. The literal path `csv` comes before the ids. */
export const leadApi = defineApi('contacts', {
  createLead: {
    method: 'post',
    path: base,
    role: 'agent',
    kinds: everyPrincipal,
    params: inProject,
    query: z.object({ on_conflict: oneOf(leadConflicts).default('error') }),
    body: z.object({ lead_id: LeadId.optional(), ...leadFields }),
    response: LeadRecordView,
    errors: ['lead_exists', 'lead_not_found'],
    summary: 'Create a lead, or take the one that has its lead_id',
    description: '`Parley-Outcome` of the answer tells `created`, `returned` or `merged`.',
    tag,
    example: { body: { lead_id: 'crm-1024', fullname: 'Ada Lovelace', email: 'ada@example.com' } },
  },
  listLeads: {
    method: 'get',
    path: base,
    role: 'agent',
    kinds: everyPrincipal,
    params: inProject,
    query: ListLeadsQuery,
    response: LeadPageView,
    errors: ['segment_not_found', 'lead_not_found', 'query_timeout'],
    summary: 'Leads of the project',
    description: 'A token bound to a request that is gone reaches no lead: 404.',
    tag,
  },
  exportLeads: {
    method: 'get',
    path: `${base}/csv`,
    role: 'agent',
    stream: 'raw',
    produces: ['text/csv'],
    params: inProject,
    query: ListLeadsQuery.extend({ attributes: oneOf(['true', 'false']).optional() }),
    response: z.string(),
    errors: ['segment_not_found'],
    summary: 'Export leads as CSV',
    description: 'Streamed from one snapshot, without a limit. A file that is whole ends in CRLF.',
    tag,
  },
  getLead: { ...ofOne, method: 'get', path: `${base}/:lead`, summary: 'One lead, in the trash or not' },
  updateLead: {
    ...ofOne,
    method: 'put',
    path: `${base}/:lead`,
    body: z.object({ ...leadFields, status: z.union([z.literal(50), z.literal(100), z.literal(1000)]).optional() }),
    errors: ['lead_not_found', 'version_mismatch'],
    summary: 'Change a lead; what is absent stays, objects and tags are replaced whole',
    example: { body: { fullname: 'Ada King', company: 'Analytical Engines' } },
  },
  mergeLeadAttributes: {
    ...ofOne,
    method: 'patch',
    path: `${base}/:lead/attributes`,
    body: Members,
    summary: 'Merge the first level of the attributes; null removes a member',
    example: { body: { plan: 'gold', coupon: null } },
  },
  mergeLeadProperties: {
    ...ofOne,
    method: 'patch',
    path: `${base}/:lead/properties`,
    body: Members,
    summary: 'Merge the first level of the properties; null removes a member',
    example: { body: { plan: 'gold', coupon: null } },
  },
  addLeadProperties: {
    ...ofOne,
    method: 'post',
    path: `${base}/:lead/properties`,
    body: Members,
    summary: 'The same as PATCH',
    example: { body: { plan: 'gold', coupon: null } },
  },
  addLeadTags: {
    ...ofOne,
    method: 'put',
    path: `${base}/:lead/tag`,
    body: LeadTags.refine((tags) => tags.length > 0, 'Must not be empty'),
    summary: 'Add tags that are missing',
    example: { body: ['vip'] },
  },
  removeLeadTag: {
    ...ofOne,
    method: 'delete',
    path: `${base}/:lead/tag/:tag`,
    // One that no lead may carry is not carried, either: unchanged.
    params: ofLead.extend({ tag: z.string() }),
    summary: 'Take a tag away',
  },
  deleteLead: {
    ...ofOne,
    method: 'delete',
    path: `${base}/:lead`,
    errors: ['lead_not_found', 'version_mismatch'],
    summary: 'Put a lead into the trash',
  },
  removeLead: {
    ...ofOne,
    method: 'delete',
    path: `${base}/:lead/physical`,
    role: 'owner',
    kinds: ordinaryUsers,
    summary: 'Remove a lead for good; its requests keep their snapshot',
  },
});
