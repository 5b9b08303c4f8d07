// Generated from packages/contracts by `npm run generate`. Do not edit.

import { type Operation, operation } from '../core/operation.ts';
import type { BodyCode, DeleteCode, ReadCode, UpdateCode, WriteCode } from './errors.ts';
import type { ErasureView, LeadPageView, LeadRecordView, ListLeadsQueryInput, NewLeadInput, NewLeadResultView } from './types.ts';

export type GetErasureParams = { id_project?: string; erasure: string };

export type CreateLeadParams = { id_project?: string } & {
  on_conflict?: "error" | "return" | "merge";
} & NewLeadInput;

export type ListLeadsParams = { id_project?: string } & ListLeadsQueryInput;

export type DeleteLeadParams = { id_project?: string; lead: string };

export type GetLeadParams = { id_project?: string; lead: string };

export type UpdateLeadParams = { id_project?: string; lead: string } & {
  /** Full name. */
  fullname?: string | null;
  /** E-mail address. */
  email?: string | null;
  /** Phone number. */
  phone?: string | null;
  /** Company. */
  company?: string | null;
  /** City. */
  city?: string | null;
  /** Region or state. */
  region?: string | null;
  /** Country. */
  country?: string | null;
  /** Street and house number. */
  streetAddress?: string | null;
  /** Postal code. */
  zipcode?: string | null;
  /** Note of the team about the lead. */
  note?: string | null;
  /** Custom JSON object, at most 64 kB. */
  attributes?: Record<string, unknown>;
  /** Values of the project’s custom fields, at most 64 kB. */
  properties?: Record<string, unknown>;
  /** Names of the lead’s tags, at most 100. */
  tags?: string[];
  /** Status of the lead: 50 temporary, 100 normal, 1000 in the trash. */
  status?: 50 | 100 | 1000;
};

export type MergeLeadAttributesParams = { id_project?: string; lead: string } & Record<string, unknown>;

export type EraseSubjectParams = { id_project?: string; lead: string } & {
  /** Why the person is erased. */
  reason?: string | null;
};

export type ExportSubjectParams = { id_project?: string; lead: string };

export type RemoveLeadParams = { id_project?: string; lead: string };

export type AddLeadPropertiesParams = { id_project?: string; lead: string } & Record<string, unknown>;

export type MergeLeadPropertiesParams = { id_project?: string; lead: string } & Record<string, unknown>;

export type AddLeadTagsParams = { id_project?: string; lead: string } & { items: string[] };

export type RemoveLeadTagParams = { id_project?: string; lead: string; tag: string };

export type ExportLeadsParams = { id_project?: string } & {
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
  /** Names of the lead’s tags, at most 100. */
  tags?: string | null;
  /** Status of the lead: 50 temporary, 100 normal, 1000 in the trash. */
  status?: "50" | "100" | "1000" | "all" | null;
  segment?: string | null;
  /** Custom JSON object, at most 64 kB. */
  attributes?: "true" | "false";
};

export type CreateLeadsParams = { id_project?: string } & {
  on_conflict?: "error" | "return" | "merge";
} & { items: NewLeadInput[] };

/**
 * Get the progress of an erasure and its receipt.
 *
 * Minimum role: owner. Codes: `erasure_not_found`.
 *
 * @example await getErasure(parley, { erasure });
 */
export const getErasure: Operation<GetErasureParams, ErasureView, ReadCode | 'erasure_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getErasure', 'GET erasures/:erasure');

/**
 * Create a lead, or return or merge into the one with its lead_id. The header `Parley-Outcome` is `created`, `returned` or `merged`.
 *
 * Minimum role: agent. Codes: `lead_exists`, `lead_not_found`. Limits: `lead_id` ≤ 255 characters, `fullname` ≤ 255 characters, `email` ≤ 254 characters, `phone` ≤ 64 characters, `company` ≤ 255 characters, `city` ≤ 255 characters, ….
 *
 * @example await createLead(parley, { lead_id: 'crm-1024', fullname: 'Ada Lovelace', email: 'ada@example.com' });
 */
export const createLead: Operation<CreateLeadParams, LeadRecordView, ReadCode | BodyCode | WriteCode | 'lead_exists' | 'lead_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('createLead', 'POST leads', { query: ['on_conflict'] });

/**
 * List the leads of a project. A token that is bound to a deleted request gives access to no lead: 404.
 *
 * Minimum role: agent. Codes: `segment_not_found`, `lead_not_found`, `query_timeout`.
 *
 * @example await listLeads(parley);
 */
export const listLeads: Operation<ListLeadsParams, LeadPageView, ReadCode | 'segment_not_found' | 'lead_not_found' | 'query_timeout' | 'token_expired' | 'right_missing' | 'cursor_invalid'> =
  /* @__PURE__ */ operation('listLeads', 'GET leads');

/**
 * Move a lead to the trash.
 *
 * Minimum role: agent. Codes: `lead_not_found`, `version_mismatch`.
 *
 * @example await deleteLead(parley, { lead });
 */
export const deleteLead: Operation<DeleteLeadParams, LeadRecordView, DeleteCode | 'lead_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('deleteLead', 'DELETE leads/:lead');

/**
 * Get a lead, including one in the trash.
 *
 * Minimum role: agent. Codes: `lead_not_found`.
 *
 * @example await getLead(parley, { lead });
 */
export const getLead: Operation<GetLeadParams, LeadRecordView, ReadCode | 'lead_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getLead', 'GET leads/:lead');

/**
 * Change a lead; absent members stay unchanged, objects and tags are replaced as a whole.
 *
 * Minimum role: agent. Codes: `lead_not_found`, `version_mismatch`. Limits: `fullname` ≤ 255 characters, `email` ≤ 254 characters, `phone` ≤ 64 characters, `company` ≤ 255 characters, `city` ≤ 255 characters, `region` ≤ 255 characters, ….
 *
 * @example await updateLead(parley, { lead, fullname: 'Ada King', company: 'Analytical Engines' });
 */
export const updateLead: Operation<UpdateLeadParams, LeadRecordView, UpdateCode | 'lead_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('updateLead', 'PUT leads/:lead');

/**
 * Merge the first level of the attributes; null removes a member.
 *
 * Minimum role: agent. Codes: `lead_not_found`.
 *
 * @example await mergeLeadAttributes(parley, { lead, plan: 'gold', coupon: null });
 */
export const mergeLeadAttributes: Operation<MergeLeadAttributesParams, LeadRecordView, UpdateCode | 'lead_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('mergeLeadAttributes', 'PATCH leads/:lead/attributes');

/**
 * Erase the person behind a lead in all services. The lead’s data is erased when this call returns; the other services follow, however long one of them is unavailable.
 *
 * Minimum role: owner. Codes: `lead_not_found`, `erasure_running`, `on_hold`, `version_mismatch`. Limits: `reason` ≤ 500 characters.
 *
 * @example await eraseSubject(parley, { lead, reason: 'Asked for by mail' });
 */
export const eraseSubject: Operation<EraseSubjectParams, ErasureView, UpdateCode | 'lead_not_found' | 'erasure_running' | 'on_hold' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('eraseSubject', 'POST leads/:lead/erasures');

/**
 * Export all data about the person behind a lead, from all services. One JSON object per line. A file is complete if its last line is of type `end`; a line of type `error` stands for each service that has failed. At most 6 per hour and project.
 *
 * Minimum role: admin. Codes: `lead_not_found`.
 *
 * @example await exportSubject(parley, { lead });
 */
export const exportSubject: Operation<ExportSubjectParams, ReadableStream<Uint8Array>, ReadCode | 'lead_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('exportSubject', 'GET leads/:lead/export', { answer: 'stream' });

/**
 * Delete a lead permanently; its requests keep their snapshot.
 *
 * Minimum role: owner. Codes: `lead_not_found`, `on_hold`.
 *
 * @example await removeLead(parley, { lead });
 */
export const removeLead: Operation<RemoveLeadParams, LeadRecordView, DeleteCode | 'lead_not_found' | 'on_hold' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('removeLead', 'DELETE leads/:lead/physical');

/**
 * The same as PATCH.
 *
 * Minimum role: agent. Codes: `lead_not_found`.
 *
 * @example await addLeadProperties(parley, { lead, plan: 'gold', coupon: null });
 */
export const addLeadProperties: Operation<AddLeadPropertiesParams, LeadRecordView, UpdateCode | 'lead_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('addLeadProperties', 'POST leads/:lead/properties');

/**
 * Merge the first level of the properties; null removes a member.
 *
 * Minimum role: agent. Codes: `lead_not_found`.
 *
 * @example await mergeLeadProperties(parley, { lead, plan: 'gold', coupon: null });
 */
export const mergeLeadProperties: Operation<MergeLeadPropertiesParams, LeadRecordView, UpdateCode | 'lead_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('mergeLeadProperties', 'PATCH leads/:lead/properties');

/**
 * Add missing tags.
 *
 * Minimum role: agent. Codes: `lead_not_found`. Limits: `items` ≤ 100 items.
 *
 * @example await addLeadTags(parley, { lead, items: ['vip'] });
 */
export const addLeadTags: Operation<AddLeadTagsParams, LeadRecordView, UpdateCode | 'lead_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('addLeadTags', 'PUT leads/:lead/tag', { list: true });

/**
 * Remove a tag.
 *
 * Minimum role: agent. Codes: `lead_not_found`.
 *
 * @example await removeLeadTag(parley, { lead, tag });
 */
export const removeLeadTag: Operation<RemoveLeadTagParams, LeadRecordView, DeleteCode | 'lead_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('removeLeadTag', 'DELETE leads/:lead/tag/:tag');

/**
 * Export leads as CSV. Streamed from one snapshot, without a limit. A complete file ends in CRLF.
 *
 * Minimum role: agent. Codes: `segment_not_found`.
 *
 * @example await exportLeads(parley);
 */
export const exportLeads: Operation<ExportLeadsParams, ReadableStream<Uint8Array>, ReadCode | 'segment_not_found' | 'token_expired' | 'right_missing' | 'cursor_invalid'> =
  /* @__PURE__ */ operation('exportLeads', 'GET leads/csv', { answer: 'stream' });

/**
 * Create up to 500 leads, or return or merge into those with the same lead_id. Each lead is created as by the single call, in its own transaction; an invalid one fails alone. Leads with the same `lead_id` are handled in order. With an `Idempotency-Key`, a repeated call continues where the first was interrupted.
 *
 * Minimum role: agent. Limits: `items` ≤ 500 items.
 *
 * @example await createLeads(parley, { items: [{ lead_id: 'crm-1024', fullname: 'Ada Lovelace', email: 'ada@example.com' }] });
 */
export const createLeads: Operation<CreateLeadsParams, {
  /** Result for each lead, in the order of the body. */
  results: NewLeadResultView[];
}, ReadCode | BodyCode | WriteCode | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('createLeads', 'POST leads/multi', { query: ['on_conflict'], list: true });
