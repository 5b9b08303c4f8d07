import { z } from 'zod';

import { defineApi } from '../define-api.ts';
import { isStorable, maybe, numberWord, PathId } from '../fields.ts';
import { pageQuery } from '../paging.ts';
import { ActivityPageView, ChainVerificationView } from './activity.views.ts';
import { windowQuery } from './analytics.query.ts';

const Word = z.string().max(2_000).refine(isStorable, 'Must not contain U+0000 or lone surrogates');

export const activitySortFields = ['createdAt', 'verb'] as const;
export type ActivitySortField = (typeof activitySortFields)[number];

/** `agent_id`: a user id, or `bot_<id>`; `activities`: verbs, comma-separated, where unknown ones match nothing. */
export const ListActivitiesQuery = z.object({
  ...pageQuery({ sortable: activitySortFields }),
  ...windowQuery,
  agent_id: maybe(Word),
  activities: maybe(Word),
});
export type ListActivitiesQuery = z.output<typeof ListActivitiesQuery>;

const base = '/v3/:id_project/activities';
const figures = {
  method: 'get',
  role: 'admin',
  params: z.object({ id_project: PathId }),
  query: ListActivitiesQuery,
  errors: ['query_timeout', 'figures_not_ready'],
  tag: 'Activities',
} as const;

const ofChain = {
  method: 'get',
  role: 'admin',
  params: z.object({ id_project: PathId }),
  query: z.object({ after: numberWord({ integer: true, min: 0 }).optional() }),
  errors: ['query_timeout', 'dependency_down'],
  tag: 'Activities',
} as const;

/** Source: contract 40 section 3. */
export const activityApi = defineApi('analytics', {
  listActivities: {
    right: 'activities.read',
    ...figures,
    path: base,
    response: ActivityPageView,
    summary: 'List the activities of a project',
    description: 'Kept for a year, or as configured for the installation and the project.',
  },
  exportActivities: {
    right: 'activities.read',
    ...figures,
    path: `${base}/csv`,
    stream: 'raw',
    produces: ['text/csv'],
    response: z.string(),
    summary: 'Export activities as CSV',
    description: 'Streamed from one snapshot, without a limit. A complete file ends in CRLF.',
  },
  verifyActivities: {
    right: 'activities.read',
    ...ofChain,
    path: `${base}/verify`,
    response: ChainVerificationView,
    summary: 'Verify the chain of activities',
    description:
      'Compares 5,000 links with their activities; with `next`, ask again `after` it. Erasure, redaction and retention are no faults.',
  },
  exportChain: {
    right: 'activities.read',
    ...ofChain,
    path: `${base}/chain`,
    stream: 'raw',
    produces: ['application/x-ndjson'],
    response: z.string(),
    summary: 'Export the chain of activities as lines of JSON, signed',
    description: '`npm run verify-activities -- <file>` proves offline that no line is missing or changed.',
  },
});
