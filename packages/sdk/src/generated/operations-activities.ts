// Generated from packages/contracts by `npm run generate`. Do not edit.

import { type Operation, operation } from '../core/operation.ts';
import type { ReadCode } from './errors.ts';
import type { ActivityPageView, ChainVerificationView, ListActivitiesQueryInput } from './types.ts';

export type ListActivitiesParams = { id_project?: string } & ListActivitiesQueryInput;

export type ExportChainParams = { id_project?: string } & {
  after?: number;
};

export type ExportActivitiesParams = { id_project?: string } & ListActivitiesQueryInput;

export type VerifyActivitiesParams = { id_project?: string } & {
  after?: number;
};

/**
 * List the activities of a project. Kept for a year, or as configured for the installation and the project.
 *
 * Minimum role: admin. Codes: `query_timeout`, `figures_not_ready`.
 *
 * @example await listActivities(parley);
 */
export const listActivities: Operation<ListActivitiesParams, ActivityPageView, ReadCode | 'query_timeout' | 'figures_not_ready' | 'token_expired' | 'right_missing' | 'cursor_invalid'> =
  /* @__PURE__ */ operation('listActivities', 'GET activities');

/**
 * Export the chain of activities as lines of JSON, signed. `npm run verify-activities -- <file>` proves offline that no line is missing or changed.
 *
 * Minimum role: admin. Codes: `query_timeout`, `dependency_down`.
 *
 * @example await exportChain(parley);
 */
export const exportChain: Operation<ExportChainParams, ReadableStream<Uint8Array>, ReadCode | 'query_timeout' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('exportChain', 'GET activities/chain', { answer: 'stream' });

/**
 * Export activities as CSV. Streamed from one snapshot, without a limit. A complete file ends in CRLF.
 *
 * Minimum role: admin. Codes: `query_timeout`, `figures_not_ready`.
 *
 * @example await exportActivities(parley);
 */
export const exportActivities: Operation<ExportActivitiesParams, ReadableStream<Uint8Array>, ReadCode | 'query_timeout' | 'figures_not_ready' | 'token_expired' | 'right_missing' | 'cursor_invalid'> =
  /* @__PURE__ */ operation('exportActivities', 'GET activities/csv', { answer: 'stream' });

/**
 * Verify the chain of activities. Compares 5,000 links with their activities; with `next`, ask again `after` it. Erasure, redaction and retention are no faults.
 *
 * Minimum role: admin. Codes: `query_timeout`, `dependency_down`.
 *
 * @example await verifyActivities(parley);
 */
export const verifyActivities: Operation<VerifyActivitiesParams, ChainVerificationView, ReadCode | 'query_timeout' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('verifyActivities', 'GET activities/verify');
