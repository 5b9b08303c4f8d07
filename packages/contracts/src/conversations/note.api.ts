import { z } from 'zod';

import { everyPrincipal } from '../access.ts';
import { defineApi } from '../define-api.ts';
import { AnyId, AnyPathId, Attributes, maybe, PathId, spokenText } from '../fields.ts';
import { RequestView } from './views.ts';

const tag = 'Notes';
const ofRequest = z.object({ id_project: PathId, request_id: AnyPathId });

/** Teammates by user id or teammate id. Source: contract 82 section 6. */
export const Mentions = z.array(AnyId).max(20, 'At most 20 mentions');

/** Notes of a request: for the team alone, for ever. */
export const noteApi = defineApi('conversations', {
  addNote: {
    right: 'notes.write',
    method: 'post',
    path: '/v3/:id_project/requests/:request_id/notes',
    role: 'agent',
    kinds: everyPrincipal,
    params: ofRequest,
    body: z.object({ text: spokenText(10_000), attributes: maybe(Attributes), mentions: maybe(Mentions) }),
    response: RequestView,
    errors: ['newer_messages', 'request_not_found', 'limit_reached', 'not_a_teammate'],
    summary: 'Add a note',
    description: 'Mentioned teammates become followers, unless they participate, and get an event.',
    tag,
  },
  deleteNote: {
    right: 'notes.write',
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
