// Generated from packages/contracts by `npm run generate`. Do not edit.

import { type Operation, operation } from '../core/operation.ts';
import type { BodyCode, DeleteCode, ReadCode, UpdateCode, WriteCode } from './errors.ts';
import type { LeadPageView, LeadRecordView, SegmentView } from './types.ts';

export type CreateSegmentParams = { id_project?: string } & {
  /** Name of the segment. */
  name: string;
  /** `all` or `any` of the filters must hold. */
  match?: string;
  /** Conditions; see `match` for how they combine. */
  filters?: {
    /** Member to compare: a text, identifier or time of the lead, `tags`, or a path such as `attributes.plan`. */
    field?: unknown;
    /** Comparison; which ones are offered depends on the kind of `field`. */
    operator?: unknown;
    /** Value to compare with. Absent for `is null` and `is not null`. */
    value?: unknown;
  }[];
};

export type ListSegmentsParams = { id_project?: string } & {
  page?: number | null;
  limit?: number | null;
  /** Cursor to continue from. */
  cursor?: string | null;
  sortField?: "createdAt" | "updatedAt" | "name" | null;
  sort?: "createdAt" | "updatedAt" | "name" | null;
  direction?: 1 | -1 | null;
};

export type DeleteSegmentParams = { id_project?: string; segment: string };

export type GetSegmentParams = { id_project?: string; segment: string };

export type UpdateSegmentParams = { id_project?: string; segment: string } & {
  /** Name of the segment. */
  name?: string;
  /** `all` or `any` of the filters must hold. */
  match?: string;
  /** Conditions; see `match` for how they combine. */
  filters?: {
    /** Member to compare: a text, identifier or time of the lead, `tags`, or a path such as `attributes.plan`. */
    field?: unknown;
    /** Comparison; which ones are offered depends on the kind of `field`. */
    operator?: unknown;
    /** Value to compare with. Absent for `is null` and `is not null`. */
    value?: unknown;
  }[];
};

export type CountSegmentLeadsParams = { id_project?: string; segment: string } & {
  /** E-mail address. */
  email?: string | null;
  /** The client’s own id for the person. */
  lead_id?: string | null;
  full_text?: string | null;
  with_email?: "true" | "false" | null;
  with_fullname?: "true" | "false" | null;
  /** Tags. */
  tags?: string | null;
  /** 100; 0 in the answer to the deletion. */
  status?: "50" | "100" | "1000" | "all" | null;
};

export type ListSegmentLeadsParams = { id_project?: string; segment: string } & {
  page?: number | null;
  limit?: number | null;
  /** Cursor to continue from. */
  cursor?: string | null;
  sortField?: "createdAt" | "updatedAt" | "fullname" | "email" | "lead_id" | null;
  sort?: "createdAt" | "updatedAt" | "fullname" | "email" | "lead_id" | null;
  direction?: 1 | -1 | null;
  /** E-mail address. */
  email?: string | null;
  /** The client’s own id for the person. */
  lead_id?: string | null;
  full_text?: string | null;
  with_email?: "true" | "false" | null;
  with_fullname?: "true" | "false" | null;
  /** Tags. */
  tags?: string | null;
  /** 100; 0 in the answer to the deletion. */
  status?: "50" | "100" | "1000" | "all" | null;
};

export type PreviewSegmentParams = { id_project?: string } & {
  /** `all` or `any` of the filters must hold. */
  match?: string;
  /** Conditions; see `match` for how they combine. */
  filters?: {
    /** Member to compare: a text, identifier or time of the lead, `tags`, or a path such as `attributes.plan`. */
    field?: unknown;
    /** Comparison; which ones are offered depends on the kind of `field`. */
    operator?: unknown;
    /** Value to compare with. Absent for `is null` and `is not null`. */
    value?: unknown;
  }[];
};

/**
 * Create a segment.
 *
 * Minimum role: agent. Limits: `name` ≤ 255 characters, `filters` ≤ 20 items.
 *
 * @example await createSegment(parley, { name: 'Gold customers in Italy', match: 'all', filters: [{ field: 'country', operator: '=', value: 'Italy' }, { field: 'attributes.plan', operator: 'in', value: ['gold', 'platinum'] }] });
 */
export const createSegment: Operation<CreateSegmentParams, SegmentView, ReadCode | BodyCode | WriteCode | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('createSegment', 'POST segments');

/**
 * List the segments of a project.
 *
 * Minimum role: agent.
 *
 * @example await listSegments(parley);
 */
export const listSegments: Operation<ListSegmentsParams, {
  /** Records on a page; a `limit` above 200 counts as 200. */
  perPage: number;
  /** Number of segments, over all pages. */
  count: number;
  /** The segments of the page. */
  segments: SegmentView[];
}, ReadCode | 'token_expired' | 'right_missing' | 'cursor_invalid'> =
  /* @__PURE__ */ operation('listSegments', 'GET segments');

/**
 * Delete a segment.
 *
 * Minimum role: agent. Codes: `segment_not_found`, `version_mismatch`.
 *
 * @example await deleteSegment(parley, { segment });
 */
export const deleteSegment: Operation<DeleteSegmentParams, SegmentView, DeleteCode | 'segment_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('deleteSegment', 'DELETE segments/:segment');

/**
 * One segment.
 *
 * Minimum role: agent. Codes: `segment_not_found`.
 *
 * @example await getSegment(parley, { segment });
 */
export const getSegment: Operation<GetSegmentParams, SegmentView, ReadCode | 'segment_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getSegment', 'GET segments/:segment');

/**
 * Change a segment; absent members stay unchanged.
 *
 * Minimum role: agent. Codes: `segment_not_found`, `version_mismatch`. Limits: `name` ≤ 255 characters, `filters` ≤ 20 items.
 *
 * @example await updateSegment(parley, { segment, match: 'any' });
 */
export const updateSegment: Operation<UpdateSegmentParams, SegmentView, UpdateCode | 'segment_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('updateSegment', 'PUT segments/:segment');

/**
 * Count the leads of a segment.
 *
 * Minimum role: agent. Codes: `segment_not_found`, `query_timeout`.
 *
 * @example await countSegmentLeads(parley, { segment });
 */
export const countSegmentLeads: Operation<CountSegmentLeadsParams, {
  _id: string;
  /** Number of leads in the segment. */
  count: number;
}, ReadCode | 'segment_not_found' | 'query_timeout' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('countSegmentLeads', 'GET segments/:segment/count');

/**
 * List the leads of a segment.
 *
 * Minimum role: agent. Codes: `segment_not_found`, `query_timeout`.
 *
 * @example await listSegmentLeads(parley, { segment });
 */
export const listSegmentLeads: Operation<ListSegmentLeadsParams, LeadPageView, ReadCode | 'segment_not_found' | 'query_timeout' | 'token_expired' | 'right_missing' | 'cursor_invalid'> =
  /* @__PURE__ */ operation('listSegmentLeads', 'GET segments/:segment/leads');

/**
 * Preview a segment: count its leads and return the first ten.
 *
 * Minimum role: agent. Codes: `query_timeout`. Limits: `filters` ≤ 20 items.
 *
 * @example await previewSegment(parley, { match: 'all', filters: [{ field: 'country', operator: '=', value: 'Italy' }, { field: 'attributes.plan', operator: 'in', value: ['gold', 'platinum'] }] });
 */
export const previewSegment: Operation<PreviewSegmentParams, {
  /** Number of leads in the segment. */
  count: number;
  /** The first ten leads. */
  leads: LeadRecordView[];
}, ReadCode | BodyCode | WriteCode | 'query_timeout' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('previewSegment', 'POST segments/preview');
