// Generated from packages/contracts by `npm run generate`. Do not edit.

import { type Operation, operation } from '../core/operation.ts';
import type { BodyCode, CallCode, DeleteCode, ReadCode, WriteCode } from './errors.ts';
import type { ExportListView, ExportView, SignedExportView } from './types.ts';

export type CreateExportParams = { id_project?: string } & {
  /** Whether the bytes of files are in it; true by default. */
  include_files?: boolean | null;
};

export type ListExportsParams = { id_project?: string } & {
  page?: number | null;
  limit?: number | null;
  /** Cursor to continue from. */
  cursor?: string | null;
  sortField?: "createdAt" | null;
  sort?: "createdAt" | null;
  direction?: 1 | -1 | null;
};

export type DeleteExportParams = { id_project?: string; export: string };

export type GetExportParams = { id_project?: string; export: string };

export type DownloadExportPartParams = { id_project?: string; export: string; part: string } & {
  expires?: string | null;
  signature?: string | null;
};

export type SignExportParams = { id_project?: string; export: string };

/**
 * Export the whole project as an archive. The archive is written in the background. One at a time, at most 4 a day and project.
 *
 * Minimum role: owner. Codes: `export_running`.
 *
 * @example await createExport(parley, { include_files: true });
 */
export const createExport: Operation<CreateExportParams, ExportView, ReadCode | BodyCode | WriteCode | 'export_running' | 'token_expired' | 'right_missing' | 'users_only'> =
  /* @__PURE__ */ operation('createExport', 'POST exports');

/**
 * Exports of the last 90 days.
 *
 * Minimum role: owner.
 *
 * @example await listExports(parley);
 */
export const listExports: Operation<ListExportsParams, ExportListView, ReadCode | 'token_expired' | 'right_missing' | 'users_only' | 'cursor_invalid'> =
  /* @__PURE__ */ operation('listExports', 'GET exports');

/**
 * Delete an export with its parts; one that is running is stopped.
 *
 * Minimum role: owner. Codes: `export_not_found`.
 *
 * @example await deleteExport(parley, { export });
 */
export const deleteExport: Operation<DeleteExportParams, ExportView, DeleteCode | 'export_not_found' | 'token_expired' | 'right_missing' | 'users_only'> =
  /* @__PURE__ */ operation('deleteExport', 'DELETE exports/:export');

/**
 * Get an export and its progress.
 *
 * Minimum role: owner. Codes: `export_not_found`.
 *
 * @example await getExport(parley, { export });
 */
export const getExport: Operation<GetExportParams, ExportView, ReadCode | 'export_not_found' | 'token_expired' | 'right_missing' | 'users_only'> =
  /* @__PURE__ */ operation('getExport', 'GET exports/:export');

/**
 * Download a part of an export by its signed URL.
 *
 * Public. Codes: `link_expired`, `part_not_found`, `export_expired`, `storage_unavailable`.
 *
 * @example await downloadExportPart(parley, { export, part });
 */
export const downloadExportPart: Operation<DownloadExportPartParams, ReadableStream<Uint8Array>, CallCode | 'link_expired' | 'part_not_found' | 'export_expired' | 'storage_unavailable' | 'banned' | 'ip_not_allowed' | 'route_not_found'> =
  /* @__PURE__ */ operation('downloadExportPart', 'GET exports/:export/parts/:part', { answer: 'stream' });

/**
 * Create URLs of the parts of an export, valid for 15 minutes. Each part is a tar of some files of the archive. Unpack all of them into one folder: it is the archive that `npm run import -- archive` takes.
 *
 * Minimum role: owner. Codes: `export_not_found`, `export_unfinished`, `export_expired`.
 *
 * @example await signExport(parley, { export });
 */
export const signExport: Operation<SignExportParams, SignedExportView, DeleteCode | 'export_not_found' | 'export_unfinished' | 'export_expired' | 'token_expired' | 'right_missing' | 'users_only'> =
  /* @__PURE__ */ operation('signExport', 'POST exports/:export/sign');
