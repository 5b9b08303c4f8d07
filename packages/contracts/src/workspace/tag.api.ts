import { z } from 'zod';

import { defineApi } from '../define-api.ts';
import { maybe, PathId, text } from '../fields.ts';
import { pageQuery } from '../paging.ts';
import { SmallObject } from './fields.ts';
import { TagRecordView, TagRemoval } from './tag.views.ts';

const tag = 'Tags';
const base = '/v3/:id_project/tags';
const inProject = z.object({ id_project: PathId });
const ofTag = z.object({ id_project: PathId, tag_id: PathId });

const TagName = text(100).trim().min(1, 'Must not be empty');
const Color = z.string().regex(/^#(?:[0-9A-Fa-f]{3}|[0-9A-Fa-f]{6})$/, 'Must be a colour such as #1fc or #11ffcc');
const described = { color: maybe(Color), attributes: maybe(SmallObject) };

/** Source: contract 11 section 9. */
export const tagApi = defineApi('workspace', {
  listTags: {
    right: 'project.read',
    method: 'get',
    path: base,
    role: 'agent',
    params: inProject,
    query: z.object(pageQuery({ sortable: ['createdAt', 'updatedAt', 'tag'] })),
    response: z.array(TagRecordView),
    errors: [],
    summary: 'List the tags of a project',
    tag,
  },
  getTag: {
    right: 'project.read',
    method: 'get',
    path: `${base}/:tag_id`,
    role: 'agent',
    params: ofTag,
    response: TagRecordView,
    errors: ['tag_not_found'],
    summary: 'One tag',
    tag,
  },
  createTag: {
    right: 'tags.write',
    method: 'post',
    path: base,
    role: 'agent',
    params: inProject,
    body: z.object({ tag: TagName, ...described }),
    response: TagRecordView,
    errors: [],
    summary: 'Create a tag; if the name exists, return that tag unchanged',
    tag,
    example: { body: { tag: 'urgent', color: '#ff0000' } },
  },
  updateTag: {
    right: 'tags.write',
    method: 'put',
    path: `${base}/:tag_id`,
    role: 'agent',
    params: ofTag,
    body: z.object({ tag: maybe(TagName), ...described }),
    response: TagRecordView,
    errors: ['tag_not_found', 'tag_exists', 'version_mismatch'],
    summary: 'Change a tag; absent members stay unchanged. Tagged records get the new name and colour',
    tag,
  },
  deleteTag: {
    right: 'tags.write',
    method: 'delete',
    path: `${base}/:tag_id`,
    role: 'agent',
    params: ofTag,
    query: z.object({ from: maybe(TagRemoval) }),
    response: TagRecordView,
    errors: ['tag_not_found', 'version_mismatch'],
    summary: 'Delete a tag; tagged records keep it unless it is removed from everything',
    tag,
  },
});
