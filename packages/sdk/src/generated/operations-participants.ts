// Generated from packages/contracts by `npm run generate`. Do not edit.

import { type Operation, operation } from '../core/operation.ts';
import type { DeleteCode, UpdateCode } from './errors.ts';
import type { RequestView } from './types.ts';

export type AddParticipantParams = { id_project?: string; request_id: string } & {
  /** User id, teammate id, `bot_<id>` or bot id. */
  member: string;
};

export type SetParticipantsParams = { id_project?: string; request_id: string } & { items: string[] };

export type RemoveParticipantParams = { id_project?: string; request_id: string; participant_id: string };

/**
 * Add a teammate or a bot. `member`: user id, teammate id, `bot_<id>` or bot id. When a human joins, the bots leave.
 *
 * Minimum role: agent. Codes: `request_not_found`, `request_closed`, `capacity_reached`. Limits: `member` ≤ 255 characters.
 *
 * @example await addParticipant(parley, { request_id, member: '64f0c0a1b2c3d4e5f6a7b8c9' });
 */
export const addParticipant: Operation<AddParticipantParams, RequestView, UpdateCode | 'request_not_found' | 'request_closed' | 'capacity_reached' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('addParticipant', 'POST requests/:request_id/participants');

/**
 * Replace the participants.
 *
 * Minimum role: agent. Codes: `request_not_found`, `request_closed`, `capacity_reached`. Limits: `items` ≤ 50 items.
 *
 * @example await setParticipants(parley, { request_id, items: ['text'] });
 */
export const setParticipants: Operation<SetParticipantsParams, RequestView, UpdateCode | 'request_not_found' | 'request_closed' | 'capacity_reached' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('setParticipants', 'PUT requests/:request_id/participants', { list: true });

/**
 * Remove a teammate or a bot.
 *
 * Minimum role: agent. Codes: `request_not_found`, `not_a_participant`.
 *
 * @example await removeParticipant(parley, { request_id, participant_id });
 */
export const removeParticipant: Operation<RemoveParticipantParams, RequestView, DeleteCode | 'request_not_found' | 'not_a_participant' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('removeParticipant', 'DELETE requests/:request_id/participants/:participant_id');
