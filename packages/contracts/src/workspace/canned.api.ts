import { z } from 'zod';

import { defineApi } from '../define-api.ts';
import { isStorable, maybe, PathId, text } from '../fields.ts';
import { pageQuery } from '../paging.ts';
import { CannedResponseView } from './canned.views.ts';
import { SmallObject } from './fields.ts';

const tag = 'Canned responses';
const base = '/v3/:id_project/canned';
const inProject = z.object({ id_project: PathId });
const ofCanned = z.object({ id_project: PathId, canned_id: PathId });

const CannedText = text(10_000).trim().min(1, 'Must not be empty');
// An empty title takes it away.
const described = { title: maybe(text(200).trim()), shared: maybe(z.boolean()), attributes: maybe(SmallObject) };

/** Source: contract 11 section 10. */
export const cannedApi = defineApi('workspace', {
  listCannedResponses: {
    right: 'canned.read',
    method: 'get',
    path: base,
    role: 'agent',
    params: inProject,
    query: z.object({
      // Existing clients read one page and take it for all.
      ...pageQuery({ sortable: ['createdAt', 'updatedAt', 'title'], defaultLimit: 1000 }),
      full_text: maybe(z.string().max(500).refine(isStorable, 'Must not contain U+0000 or lone surrogates')),
    }),
    response: z.array(CannedResponseView),
    errors: [],
    summary: 'List shared canned responses and the caller’s own',
    tag,
  },
  getCannedResponse: {
    right: 'canned.read',
    method: 'get',
    path: `${base}/:canned_id`,
    role: 'agent',
    params: ofCanned,
    response: CannedResponseView,
    errors: ['canned_not_found'],
    summary: 'Get a canned response',
    tag,
  },
  createCannedResponse: {
    right: 'canned.write',
    method: 'post',
    path: base,
    role: 'agent',
    params: inProject,
    body: z.object({ text: CannedText, ...described }),
    response: CannedResponseView,
    errors: [],
    summary: 'Create a canned response; an admin’s is shared unless stated otherwise',
    tag,
    example: { body: { title: 'Greeting', text: 'Hello $recipient_name, my name is $agent_name.' } },
  },
  updateCannedResponse: {
    right: 'canned.write',
    method: 'put',
    path: `${base}/:canned_id`,
    role: 'agent',
    params: ofCanned,
    body: z.object({ text: maybe(CannedText), ...described }),
    response: CannedResponseView,
    errors: ['canned_not_found', 'not_your_canned_response', 'version_mismatch'],
    summary: 'Change a canned response; absent members stay unchanged',
    tag,
  },
  deleteCannedResponse: {
    right: 'canned.write',
    method: 'delete',
    path: `${base}/:canned_id`,
    role: 'agent',
    params: ofCanned,
    response: CannedResponseView,
    errors: ['canned_not_found', 'not_your_canned_response', 'version_mismatch'],
    summary: 'Delete a canned response',
    tag,
  },
});
