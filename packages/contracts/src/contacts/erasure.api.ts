import { z } from 'zod';

import { ordinaryUsers } from '../access.ts';
import { defineApi } from '../define-api.ts';
import { maybe, PathId, text } from '../fields.ts';
import { ErasureView } from './erasure.views.ts';

const tag = 'Leads';
const base = '/v3/:id_project';
const ofLead = z.object({ id_project: PathId, lead: PathId });

/** All that is held of a person, and its end. Source: contract 30 section 5. */
export const erasureApi = defineApi('contacts', {
  exportSubject: {
    right: 'leads.disclose',
    method: 'get',
    path: `${base}/leads/:lead/export`,
    role: 'admin',
    stream: 'raw',
    produces: ['application/x-ndjson'],
    params: ofLead,
    response: z.string(),
    errors: ['lead_not_found'],
    summary: 'Export all data about the person behind a lead, from all services',
    description:
      'One JSON object per line. A file is complete if its last line is of type `end`; a line of type `error` ' +
      'stands for each service that has failed. At most 6 per hour and project.',
    tag,
  },
  eraseSubject: {
    right: 'leads.erase',
    method: 'post',
    path: `${base}/leads/:lead/erasures`,
    role: 'owner',
    kinds: ordinaryUsers,
    params: ofLead,
    body: z.object({ reason: maybe(text(500)) }),
    response: ErasureView,
    errors: ['lead_not_found', 'erasure_running', 'on_hold', 'version_mismatch'],
    summary: 'Erase the person behind a lead in all services',
    description:
      'The lead’s data is erased when this call returns; the other services follow, however long one of them is unavailable.',
    tag,
    example: { body: { reason: 'Asked for by mail' } },
  },
  getErasure: {
    right: 'leads.erase',
    method: 'get',
    path: `${base}/erasures/:erasure`,
    role: 'owner',
    kinds: ordinaryUsers,
    params: z.object({ id_project: PathId, erasure: PathId }),
    response: ErasureView,
    errors: ['erasure_not_found'],
    summary: 'Get the progress of an erasure and its receipt',
    tag,
  },
});
