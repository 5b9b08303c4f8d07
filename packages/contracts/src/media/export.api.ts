import { z } from 'zod';

import { ordinaryUsers } from '../access.ts';
import { defineApi } from '../define-api.ts';
import { maybe, PathId, text } from '../fields.ts';
import { pageQuery } from '../paging.ts';
import { ExportListView, ExportView, SignedExportView } from './export.views.ts';

const base = '/v3/:id_project/exports';
const ofExport = z.object({ id_project: PathId, export: PathId });
const owners = {
  right: 'project.export',
  role: 'owner',
  kinds: ordinaryUsers,
  refusal: 'users_only',
  tag: 'Exports',
} as const;

/** A whole project as an archive, to take along. Source: contract 90 section 7. */
export const exportApi = defineApi('media', {
  createExport: {
    ...owners,
    method: 'post',
    path: base,
    params: z.object({ id_project: PathId }),
    body: z.object({ include_files: maybe(z.boolean()) }),
    response: ExportView,
    errors: ['export_running'],
    summary: 'Export the whole project as an archive',
    description: 'The archive is written in the background. One at a time, at most 4 a day and project.',
    example: { body: { include_files: true } },
  },
  listExports: {
    ...owners,
    method: 'get',
    path: base,
    params: z.object({ id_project: PathId }),
    query: z.object(pageQuery({ sortable: ['createdAt'] })),
    response: ExportListView,
    errors: [],
    summary: 'Exports of the last 90 days',
  },
  getExport: {
    ...owners,
    method: 'get',
    path: `${base}/:export`,
    params: ofExport,
    response: ExportView,
    errors: ['export_not_found'],
    summary: 'Get an export and its progress',
  },
  signExport: {
    ...owners,
    method: 'post',
    path: `${base}/:export/sign`,
    params: ofExport,
    response: SignedExportView,
    errors: ['export_not_found', 'export_unfinished', 'export_expired'],
    summary: 'Create URLs of the parts of an export, valid for 15 minutes',
    description:
      'Each part is a tar of some files of the archive. Unpack all of them into one folder: it is the archive that ' +
      '`npm run import -- archive` takes.',
  },
  downloadExportPart: {
    right: 'none',
    method: 'get',
    path: `${base}/:export/parts/:part`,
    role: 'public',
    stream: 'raw',
    ranges: true,
    produces: ['application/x-tar'],
    params: ofExport.extend({ part: text(32, 1) }),
    query: z.object({ expires: maybe(text(20)), signature: maybe(text(200)) }),
    response: z.string(),
    errors: ['link_expired', 'part_not_found', 'export_expired', 'storage_unavailable'],
    summary: 'Download a part of an export by its signed URL',
    tag: 'Exports',
  },
  deleteExport: {
    ...owners,
    method: 'delete',
    path: `${base}/:export`,
    params: ofExport,
    response: ExportView,
    errors: ['export_not_found'],
    summary: 'Delete an export with its parts; one that is running is stopped',
  },
});
