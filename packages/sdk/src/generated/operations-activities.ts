// Generated from packages/contracts by `npm run generate`. Do not edit.

import { type Operation, operation } from '../core/operation.ts';
import type { ReadCode } from './errors.ts';
import type { ActivityPageView, ListActivitiesQueryInput } from './types.ts';

export type ListActivitiesParams = { id_project?: string } & ListActivitiesQueryInput;

export type ExportActivitiesParams = { id_project?: string } & ListActivitiesQueryInput;

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
 * Export activities as CSV. Streamed from one snapshot, without a limit. A complete file ends in CRLF.
 *
 * Minimum role: admin. Codes: `query_timeout`, `figures_not_ready`.
 *
 * @example await exportActivities(parley);
 */
export const exportActivities: Operation<ExportActivitiesParams, ReadableStream<Uint8Array>, ReadCode | 'query_timeout' | 'figures_not_ready' | 'token_expired' | 'right_missing' | 'cursor_invalid'> =
  /* @__PURE__ */ operation('exportActivities', 'GET activities/csv', { answer: 'stream' });
