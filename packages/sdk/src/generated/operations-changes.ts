// Generated from packages/contracts by `npm run generate`. Do not edit.

import { type Operation, operation } from '../core/operation.ts';
import type { ReadCode } from './errors.ts';
import type { ChangeView } from './types.ts';

export type ListChangesParams = { id_project?: string } & {
  after?: string;
  limit?: number;
  wait?: number;
  topics?: string;
};

/**
 * Follow the changes of a project that the caller may see. Without `after`: no changes and the current cursor. With `Accept: text/event-stream` the changes are streamed, and `Last-Event-ID` says where to continue.
 *
 * Minimum role: guest. Codes: `cursor_invalid`, `cursor_expired`.
 *
 * @example await listChanges(parley);
 */
export const listChanges: Operation<ListChangesParams, {
  /** Changes in order. */
  changes: ChangeView[];
  /** Send as `after` to get what follows. */
  cursor: string;
  /** Whether more changes are there already. */
  more: boolean;
}, ReadCode | 'cursor_invalid' | 'cursor_expired' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('listChanges', 'GET changes');
