import { z } from 'zod';

import { defineApi } from '../define-api.ts';
import { defineEvent } from '../define-event.ts';
import { PathId, StoredId, Timestamp, text } from '../fields.ts';
import { pageQuery } from '../paging.ts';
import { leadFilters, leadSortFields } from './lead.query.ts';
import { SegmentFilters, SegmentMatch } from './segment.fields.ts';
import { ErasedLeadView, LeadPageView, LeadRecordView } from './views.ts';

const tag = 'Segments';
const base = '/v3/:id_project/segments';
const inProject = z.object({ id_project: PathId });
const ofSegment = z.object({ id_project: PathId, segment: PathId });

/** A segment as its GET shows it. Source: contract 30 section 3.1. */
export const SegmentView = z.object({
  _id: StoredId,
  id: StoredId,
  __v: z.number().int(),
  id_project: StoredId,
  name: z.string(),
  match: z.string(),
  filters: z.array(z.object({ field: z.string(), operator: z.string(), value: z.unknown().optional() })),
  /** 100; 0 in the answer to its deletion. */
  status: z.number(),
  createdBy: z.string(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type SegmentView = z.output<typeof SegmentView>;

const Name = text(255).trim().min(1, 'Must not be empty');
const example = {
  name: 'Gold customers in Italy',
  match: 'all',
  filters: [
    { field: 'country', operator: '=', value: 'Italy' },
    { field: 'attributes.plan', operator: 'in', value: ['gold', 'platinum'] },
  ],
};

/** Source: contract 30 section 3. The literal path `preview` comes before the ids. */
export const segmentApi = defineApi('contacts', {
  createSegment: {
    right: 'segments.write',
    method: 'post',
    path: base,
    role: 'agent',
    params: inProject,
    body: z.object({ name: Name, match: SegmentMatch.default('all'), filters: SegmentFilters.default([]) }),
    response: SegmentView,
    errors: [],
    summary: 'Create a segment',
    tag,
    example: { body: example },
  },
  previewSegment: {
    right: 'leads.read',
    method: 'post',
    path: `${base}/preview`,
    role: 'agent',
    params: inProject,
    body: z.object({ match: SegmentMatch.default('all'), filters: SegmentFilters.default([]) }),
    response: z.object({ count: z.number().int(), leads: z.array(LeadRecordView) }),
    errors: ['query_timeout'],
    summary: 'Preview a segment: count its leads and return the first ten',
    tag,
    example: { body: { match: example.match, filters: example.filters } },
  },
  listSegments: {
    right: 'leads.read',
    method: 'get',
    path: base,
    role: 'agent',
    params: inProject,
    query: z.object(pageQuery({ sortable: ['createdAt', 'updatedAt', 'name'] })),
    response: z.object({ perPage: z.number().int(), count: z.number().int(), segments: z.array(SegmentView) }),
    errors: [],
    summary: 'List the segments of a project',
    tag,
  },
  getSegment: {
    right: 'leads.read',
    method: 'get',
    path: `${base}/:segment`,
    role: 'agent',
    params: ofSegment,
    response: SegmentView,
    errors: ['segment_not_found'],
    summary: 'One segment',
    tag,
  },
  updateSegment: {
    right: 'segments.write',
    method: 'put',
    path: `${base}/:segment`,
    role: 'agent',
    params: ofSegment,
    body: z.object({ name: Name.optional(), match: SegmentMatch.optional(), filters: SegmentFilters.optional() }),
    response: SegmentView,
    errors: ['segment_not_found', 'version_mismatch'],
    summary: 'Change a segment; absent members stay unchanged',
    tag,
    example: { body: { match: 'any' } },
  },
  deleteSegment: {
    right: 'segments.write',
    method: 'delete',
    path: `${base}/:segment`,
    role: 'agent',
    params: ofSegment,
    response: SegmentView,
    errors: ['segment_not_found', 'version_mismatch'],
    summary: 'Delete a segment',
    tag,
  },
  listSegmentLeads: {
    right: 'leads.read',
    method: 'get',
    path: `${base}/:segment/leads`,
    role: 'agent',
    params: ofSegment,
    query: z.object({ ...pageQuery({ sortable: leadSortFields }), ...leadFilters }),
    response: LeadPageView,
    errors: ['segment_not_found', 'query_timeout'],
    summary: 'List the leads of a segment',
    tag,
  },
  countSegmentLeads: {
    right: 'leads.read',
    method: 'get',
    path: `${base}/:segment/count`,
    role: 'agent',
    params: ofSegment,
    query: z.object(leadFilters),
    response: z.object({ _id: z.string(), count: z.number().int() }),
    errors: ['segment_not_found', 'query_timeout'],
    summary: 'Count the leads of a segment',
    tag,
  },
});

export const segmentCreated = defineEvent('segment.created', z.object({ segment: SegmentView }));
export const segmentUpdated = defineEvent('segment.updated', z.object({ segment: SegmentView }));
export const segmentDeleted = defineEvent('segment.deleted', z.object({ segment: SegmentView }));

/** Why a lead came into a segment or left it: it was changed, or time alone has passed. */
export const membershipCauses = ['change', 'time'] as const;

/** Of an erased or deleted lead, only the ids are shown. */
const membership = z.object({
  segment: SegmentView.pick({ _id: true, name: true }),
  lead: z.union([LeadRecordView, ErasedLeadView]),
  cause: z.enum(membershipCauses),
});

export const segmentMemberAdded = defineEvent('segment.member_added', membership);
export const segmentMemberRemoved = defineEvent('segment.member_removed', membership);
