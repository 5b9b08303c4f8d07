import { z } from 'zod';

import { everyPrincipal } from '../access.ts';
import { defineApi } from '../define-api.ts';
import { AnyPathId, Attributes, maybe, PathId, spokenText } from '../fields.ts';
import { RequestView } from './views.ts';

const tag = 'Notes';
const ofRequest = z.object({ id_project: PathId, request_id: AnyPathId });

/** Notes of a request: for the team alone, for ever. */
export const noteApi = defineApi('conversations', {
  addNote: {
    method: 'post',
    path: '/v3/:id_project/requests/:request_id/notes',
    role: 'agent',
    kinds: everyPrincipal,
    params: ofRequest,
    body: z.object({ text: spokenText(10_000), attributes: maybe(Attributes) }),
    response: RequestView,
    errors: ['request_not_found', 'limit_reached'],
    summary: 'Add a note',
    tag,
  },
  deleteNote: {
    method: 'delete',
    path: '/v3/:id_project/requests/:request_id/notes/:note_id',
    role: 'agent',
    kinds: everyPrincipal,
    params: ofRequest.extend({ note_id: PathId }),
    response: RequestView,
    errors: ['request_not_found', 'note_not_found', 'not_the_author'],
    summary: 'Delete a note',
    tag,
  },
});
