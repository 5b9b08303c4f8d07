import { z } from 'zod';

import { everyPrincipal } from '../access.ts';
import { defineApi } from '../define-api.ts';
import { AnyPathId, PathId } from '../fields.ts';
import { TimeZone } from './request.query.ts';

const tag = 'Transcripts';
const Format = z.enum(['txt', 'html', 'csv']);
export type TranscriptFormat = z.output<typeof Format>;

const InZone = z.object({
  /** IANA; default UTC. */
  timezone: TimeZone.optional(),
});

/** The answers are texts, not JSON. */
const Text = z.string();

/** What was said, as a file, streamed. Source: contract 20 section 3.7. */
export const transcriptApi = defineApi('conversations', {
  getTranscript: {
    right: 'requests.read',
    method: 'get',
    path: '/v3/:id_project/requests/:request_id/transcript.:format',
    role: 'guest',
    kinds: everyPrincipal,
    stream: 'raw',
    produces: ['text/plain', 'text/html', 'text/csv'],
    params: z.object({ id_project: PathId, request_id: AnyPathId, format: Format }),
    query: InZone,
    response: Text,
    errors: ['request_not_found'],
    summary: 'Get the transcript of a request',
    description: 'End users get what they may see; the team gets everything, with private messages marked.',
    tag,
  },
  exportMessages: {
    right: 'requests.export',
    method: 'get',
    path: '/v3/:id_project/requests/:request_id/messages/csv',
    role: 'guest',
    kinds: everyPrincipal,
    stream: 'raw',
    produces: ['text/csv'],
    params: z.object({ id_project: PathId, request_id: AnyPathId }),
    query: InZone,
    response: Text,
    errors: ['request_not_found'],
    summary: 'Get the messages of a request as CSV',
    tag,
  },
  getPublicTranscript: {
    right: 'none',
    method: 'get',
    path: '/v3/public/requests/:request_id/messages-user.:format',
    aliases: ['/v3/public/requests/:request_id/messages.:format'],
    role: 'public',
    rate: 'public_transcript',
    stream: 'raw',
    produces: ['text/plain', 'text/html', 'text/csv'],
    params: z.object({ request_id: AnyPathId, format: Format }),
    query: InZone,
    response: Text,
    errors: ['request_not_found'],
    summary: 'Get the visible messages of a request whose id cannot be guessed',
    description: 'For the browser tab that the widget opens. A project may switch it off.',
    tag,
  },
});
