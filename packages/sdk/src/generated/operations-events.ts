// Generated from packages/contracts by `npm run generate`. Do not edit.

import { type Operation, operation } from '../core/operation.ts';
import type { BodyCode, ReadCode, WriteCode } from './errors.ts';
import type { CustomEventView } from './types.ts';

export type EmitEventParams = { id_project?: string } & {
  /** Name of the event; may not begin with `request.` or `parley.`. */
  name: string;
  /** JSON object, at most 32 kB. `typing.start` takes `request_id`. */
  attributes?: Record<string, unknown> | null;
};

export type ListEventsParams = { id_project?: string } & {
  page?: number | null;
  limit?: number | null;
  /** Cursor to continue from. */
  cursor?: string | null;
  sortField?: "createdAt" | null;
  sort?: "createdAt" | null;
  direction?: 1 | -1 | null;
  project_user?: string;
  /** Display name. */
  name?: string;
};

export type GetEventParams = { id_project?: string; event_id: string };

/**
 * Emit a custom event. Events are kept for an hour. `typing.start` with `attributes.request_id` shows others who is typing.
 *
 * Minimum role: guest. Codes: `request_not_found`. Limits: `name` ≤ 200 characters.
 *
 * @example await emitEvent(parley, { name: 'cart.filled', attributes: { items: 3 } });
 */
export const emitEvent: Operation<EmitEventParams, CustomEventView, ReadCode | BodyCode | WriteCode | 'request_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('emitEvent', 'POST events');

/**
 * List events of the last hour.
 *
 * Minimum role: agent.
 *
 * @example await listEvents(parley);
 */
export const listEvents: Operation<ListEventsParams, {
  /** Records on a page. */
  perPage: number;
  /** Number of matching records, over all pages. */
  count: number;
  /** The events of the page. */
  events: CustomEventView[];
}, ReadCode | 'token_expired' | 'right_missing' | 'cursor_invalid'> =
  /* @__PURE__ */ operation('listEvents', 'GET events');

/**
 * Get an event of the last hour.
 *
 * Minimum role: agent. Codes: `event_not_found`.
 *
 * @example await getEvent(parley, { event_id });
 */
export const getEvent: Operation<GetEventParams, CustomEventView, ReadCode | 'event_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getEvent', 'GET events/:event_id');
