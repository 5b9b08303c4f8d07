// Generated from packages/contracts by `npm run generate`. Do not edit.

import { type Operation, operation } from '../core/operation.ts';
import type { CallCode, ReadCode } from './errors.ts';
export type GetPublicTranscriptParams = { request_id: string; format: "txt" | "html" | "csv" } & {
  timezone?: string;
};

export type ExportMessagesParams = { id_project?: string; request_id: string } & {
  timezone?: string;
};

export type GetTranscriptParams = { id_project?: string; request_id: string; format: "txt" | "html" | "csv" } & {
  timezone?: string;
};

/**
 * Get the visible messages of a request whose id cannot be guessed. For the browser tab that the widget opens. A project may switch it off.
 *
 * Public. Codes: `request_not_found`.
 *
 * @example await getPublicTranscript(parley, { request_id, format });
 */
export const getPublicTranscript: Operation<GetPublicTranscriptParams, string, CallCode | 'request_not_found' | 'route_not_found'> =
  /* @__PURE__ */ operation('getPublicTranscript', 'GET /v3/public/requests/:request_id/messages-user.:format', { answer: 'text' });

/**
 * Get the messages of a request as CSV.
 *
 * Minimum role: guest. Codes: `request_not_found`.
 *
 * @example await exportMessages(parley, { request_id });
 */
export const exportMessages: Operation<ExportMessagesParams, ReadableStream<Uint8Array>, ReadCode | 'request_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('exportMessages', 'GET requests/:request_id/messages/csv', { answer: 'stream' });

/**
 * Get the transcript of a request. End users get what they may see; the team gets everything, with private messages marked.
 *
 * Minimum role: guest. Codes: `request_not_found`.
 *
 * @example await getTranscript(parley, { request_id, format });
 */
export const getTranscript: Operation<GetTranscriptParams, string, ReadCode | 'request_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getTranscript', 'GET requests/:request_id/transcript.:format', { answer: 'text' });
