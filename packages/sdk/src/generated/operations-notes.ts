// Generated from packages/contracts by `npm run generate`. Do not edit.

import { type Operation, operation } from '../core/operation.ts';
import type { DeleteCode, UpdateCode } from './errors.ts';
import type { RequestView } from './types.ts';

export type AddNoteParams = { id_project?: string; request_id: string } & {
  /** Text of the note, at most 10,000 characters. */
  text: string;
  /** Custom JSON object. `{}` by default. */
  attributes?: Record<string, unknown> | null;
  /** Teammates who are mentioned, at most 20: user ids, in a body teammate ids as well. */
  mentions?: string[] | null;
};

export type DeleteNoteParams = { id_project?: string; request_id: string; note_id: string };

/**
 * Add a note. Mentioned teammates become followers, unless they participate, and get an event.
 *
 * Minimum role: agent. Codes: `newer_messages`, `request_not_found`, `limit_reached`, `not_a_teammate`. Limits: `text` ≤ 10000 characters, `mentions` ≤ 20 items.
 *
 * @example await addNote(parley, { request_id, text: 'Hello, I need help with my order.' });
 */
export const addNote: Operation<AddNoteParams, RequestView, UpdateCode | 'newer_messages' | 'request_not_found' | 'limit_reached' | 'not_a_teammate' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('addNote', 'POST requests/:request_id/notes');

/**
 * Delete a note.
 *
 * Minimum role: agent. Codes: `request_not_found`, `note_not_found`, `not_the_author`.
 *
 * @example await deleteNote(parley, { request_id, note_id });
 */
export const deleteNote: Operation<DeleteNoteParams, RequestView, DeleteCode | 'request_not_found' | 'note_not_found' | 'not_the_author' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('deleteNote', 'DELETE requests/:request_id/notes/:note_id');
