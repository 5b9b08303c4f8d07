import { z } from 'zod';

import { ordinaryUsers } from '../access.ts';
import { defineApi } from '../define-api.ts';
import { pageQuery } from '../paging.ts';
import { ImportListView } from './import.views.ts';

/** How far imports are; only operators start and end them. Source: contract 90 section 12. */
export const importApi = defineApi('workspace', {
  listImports: {
    right: 'none',
    method: 'get',
    path: '/v3/imports',
    role: 'signed_in',
    kinds: ordinaryUsers,
    refusal: 'users_only',
    query: z.object(pageQuery({ sortable: ['createdAt'] })),
    response: ImportListView,
    errors: [],
    summary: 'Imports of the projects that the caller owns',
    description: 'Also of a project that is not activated yet, which no other call finds.',
    tag: 'Projects',
  },
});
