// Generated from packages/contracts by `npm run generate`. Do not edit.

import { type Operation, operation } from '../core/operation.ts';
import type { BodyCode, DeleteCode, ReadCode, UpdateCode, WriteCode } from './errors.ts';
import type { TagRecordView } from './types.ts';

export type CreateTagParams = { id_project?: string } & {
  /** Name of the tag, 1 to 100 characters, unique within the project. */
  tag: string;
  /** Colour, such as `#1fc` or `#11ffcc`. */
  color?: string | null;
  /** Custom JSON object. `{}` by default. */
  attributes?: Record<string, unknown> | null;
};

export type ListTagsParams = { id_project?: string } & {
  page?: number | null;
  limit?: number | null;
  /** Cursor to continue from. */
  cursor?: string | null;
  sortField?: "createdAt" | "updatedAt" | "tag" | null;
  sort?: "createdAt" | "updatedAt" | "tag" | null;
  direction?: 1 | -1 | null;
};

export type DeleteTagParams = { id_project?: string; tag_id: string } & {
  /** Start of the time range, inclusive. */
  from?: "everything" | null;
};

export type GetTagParams = { id_project?: string; tag_id: string };

export type UpdateTagParams = { id_project?: string; tag_id: string } & {
  /** Name of the tag, 1 to 100 characters, unique within the project. */
  tag?: string | null;
  /** Colour, such as `#1fc` or `#11ffcc`. */
  color?: string | null;
  /** Custom JSON object. `{}` by default. */
  attributes?: Record<string, unknown> | null;
};

/**
 * Create a tag; if the name exists, return that tag unchanged.
 *
 * Minimum role: agent. Limits: `tag` ≤ 100 characters.
 *
 * @example await createTag(parley, { tag: 'urgent', color: '#ff0000' });
 */
export const createTag: Operation<CreateTagParams, TagRecordView, ReadCode | BodyCode | WriteCode | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('createTag', 'POST tags');

/**
 * List the tags of a project.
 *
 * Minimum role: agent.
 *
 * @example await listTags(parley);
 */
export const listTags: Operation<ListTagsParams, TagRecordView[], ReadCode | 'token_expired' | 'right_missing' | 'cursor_invalid'> =
  /* @__PURE__ */ operation('listTags', 'GET tags');

/**
 * Delete a tag; tagged records keep it unless it is removed from everything.
 *
 * Minimum role: agent. Codes: `tag_not_found`, `version_mismatch`.
 *
 * @example await deleteTag(parley, { tag_id });
 */
export const deleteTag: Operation<DeleteTagParams, TagRecordView, DeleteCode | 'tag_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('deleteTag', 'DELETE tags/:tag_id', { query: true });

/**
 * One tag.
 *
 * Minimum role: agent. Codes: `tag_not_found`.
 *
 * @example await getTag(parley, { tag_id });
 */
export const getTag: Operation<GetTagParams, TagRecordView, ReadCode | 'tag_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getTag', 'GET tags/:tag_id');

/**
 * Change a tag; absent members stay unchanged. Tagged records get the new name and colour.
 *
 * Minimum role: agent. Codes: `tag_not_found`, `tag_exists`, `version_mismatch`. Limits: `tag` ≤ 100 characters.
 *
 * @example await updateTag(parley, { tag_id, tag: 'vip', color: '#24a0ed', attributes: {  } });
 */
export const updateTag: Operation<UpdateTagParams, TagRecordView, UpdateCode | 'tag_not_found' | 'tag_exists' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('updateTag', 'PUT tags/:tag_id');
