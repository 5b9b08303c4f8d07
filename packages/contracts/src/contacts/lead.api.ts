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

const onConflict = z.object({ on_conflict: oneOf(leadConflicts).default('error') });

/** A new lead as callers send it. */
export const NewLead = z.object({ lead_id: LeadId.optional(), ...leadFields });
export type NewLead = z.output<typeof NewLead>;

/** Each is judged by itself, as `NewLead`: a faulty one fails alone. */
const NewLeads = z
  .array(z.unknown().meta({ $ref: '#/$defs/NewLead' }))
  .min(1, 'At least one lead')
  .max(500, 'At most 500 leads');

/** What became of one lead of many. */
export const NewLeadResultView = z.object({
  index: z.number().int(),
  outcome: z.enum(['created', 'returned', 'merged', 'failed']),
  _id: z.string().optional(),
  code: z.string().optional(),
  errors: z.array(z.object({ param: z.string(), location: z.string(), msg: z.string() })).optional(),
});
export type NewLeadResultView = z.output<typeof NewLeadResultView>;

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

/** Source: contract 30 section 2. The literal paths come before the ids. */
export const leadApi = defineApi('contacts', {
  createLead: {
    right: 'leads.write',
    method: 'post',
    path: base,
    role: 'agent',
    kinds: everyPrincipal,
    params: inProject,
    query: onConflict,
    body: NewLead,
    response: LeadRecordView,
    errors: ['lead_exists', 'lead_not_found'],
    summary: 'Create a lead, or return or merge into the one with its lead_id',
    description: 'The header `Parley-Outcome` is `created`, `returned` or `merged`.',
    tag,
    example: { body: { lead_id: 'crm-1024', fullname: 'Ada Lovelace', email: 'ada@example.com' } },
  },
  createLeads: {
    right: 'leads.write',
    method: 'post',
    path: `${base}/multi`,
    role: 'agent',
    kinds: everyPrincipal,
    idempotency: 'items',
    items: 'body',
    bodyLimit: 2_000_000,
    params: inProject,
    query: onConflict,
    /** Arrives at the operation as `items`. */
    body: NewLeads,
    response: z.object({ results: z.array(NewLeadResultView) }),
    errors: [],
    summary: 'Create up to 500 leads, or return or merge into those with the same lead_id',
    description:
      'Each lead is created as by the single call, in its own transaction; an invalid one fails alone. Leads with the same `lead_id` are handled in order. With an `Idempotency-Key`, a repeated call continues where the first was interrupted.',
    tag,
    example: { body: [{ lead_id: 'crm-1024', fullname: 'Ada Lovelace', email: 'ada@example.com' }] },
  },
  listLeads: {
    right: 'leads.read',
    method: 'get',
    path: base,
    role: 'agent',
    kinds: everyPrincipal,
    params: inProject,
    query: ListLeadsQuery,
    response: LeadPageView,
    errors: ['segment_not_found', 'lead_not_found', 'query_timeout'],
    summary: 'List the leads of a project',
    description: 'A token that is bound to a deleted request gives access to no lead: 404.',
    tag,
  },
  exportLeads: {
    right: 'leads.export',
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
    description: 'Streamed from one snapshot, without a limit. A complete file ends in CRLF.',
    tag,
  },
  getLead: {
    right: 'leads.read',
    ...ofOne,
    method: 'get',
    path: `${base}/:lead`,
    summary: 'Get a lead, including one in the trash',
  },
  updateLead: {
    right: 'leads.write',
    ...ofOne,
    method: 'put',
    path: `${base}/:lead`,
    body: z.object({ ...leadFields, status: z.union([z.literal(50), z.literal(100), z.literal(1000)]).optional() }),
    errors: ['lead_not_found', 'version_mismatch'],
    summary: 'Change a lead; absent members stay unchanged, objects and tags are replaced as a whole',
    example: { body: { fullname: 'Ada King', company: 'Analytical Engines' } },
  },
  mergeLeadAttributes: {
    right: 'leads.write',
    ...ofOne,
    method: 'patch',
    path: `${base}/:lead/attributes`,
    body: Members,
    summary: 'Merge the first level of the attributes; null removes a member',
    example: { body: { plan: 'gold', coupon: null } },
  },
  mergeLeadProperties: {
    right: 'leads.write',
    ...ofOne,
    method: 'patch',
    path: `${base}/:lead/properties`,
    body: Members,
    summary: 'Merge the first level of the properties; null removes a member',
    example: { body: { plan: 'gold', coupon: null } },
  },
  addLeadProperties: {
    right: 'leads.write',
    ...ofOne,
    method: 'post',
    path: `${base}/:lead/properties`,
    body: Members,
    summary: 'The same as PATCH',
    example: { body: { plan: 'gold', coupon: null } },
  },
  addLeadTags: {
    right: 'leads.write',
    ...ofOne,
    method: 'put',
    path: `${base}/:lead/tag`,
    body: LeadTags.refine((tags) => tags.length > 0, 'Must not be empty'),
    summary: 'Add missing tags',
    example: { body: ['vip'] },
  },
  removeLeadTag: {
    right: 'leads.write',
    ...ofOne,
    method: 'delete',
    path: `${base}/:lead/tag/:tag`,
    // One that no lead may carry is not carried, either: unchanged.
    params: ofLead.extend({ tag: z.string() }),
    summary: 'Remove a tag',
  },
  deleteLead: {
    right: 'leads.delete',
    ...ofOne,
    method: 'delete',
    path: `${base}/:lead`,
    errors: ['lead_not_found', 'version_mismatch'],
    summary: 'Move a lead to the trash',
  },
  removeLead: {
    right: 'leads.erase',
    ...ofOne,
    method: 'delete',
    path: `${base}/:lead/physical`,
    role: 'owner',
    kinds: ordinaryUsers,
    errors: ['lead_not_found', 'on_hold'],
    summary: 'Delete a lead permanently; its requests keep their snapshot',
  },
});
