import { z } from 'zod';

import { SegmentMatch } from '../contacts/segment.fields.ts';
import { defineApi } from '../define-api.ts';
import { defineEvent } from '../define-event.ts';
import { Instant, maybe, PathId, RecordId, StoredId, Timestamp, text } from '../fields.ts';
import { pageQuery } from '../paging.ts';
import { Conditions } from './condition.fields.ts';
import { RecordView } from './views.ts';

const tag = 'Surveys';
const base = '/v3/:id_project/surveys';
const inProject = z.object({ id_project: PathId });
const ofSurvey = z.object({ id_project: PathId, survey_id: PathId });
const byToken = z.object({ token: z.string().max(100) });

/** Surveys of one project. */
export const maxSurveys = 20;
const weekMs = 604_800_000;
const yearMs = 31_536_000_000;

/** Ratings that a survey offers; a rating of 0 comes from clients alone. */
export const surveyScale = [1, 5] as const;

const fields = {
  enabled: maybe(z.boolean()),
  position: maybe(z.number().int().min(0).max(10_000)),
  match: maybe(SegmentMatch),
  filters: maybe(Conditions),
  delay: maybe(z.number().int().min(0).max(weekMs)),
  ask: maybe(text(500).trim()),
  comment: maybe(z.boolean()),
  on_auto_close: maybe(z.boolean()),
  min_team_messages: maybe(z.number().int().min(0).max(100)),
  cooldown: maybe(z.number().int().min(0).max(yearMs)),
  expires: maybe(z.number().int().min(3_600_000).max(yearMs)),
};
const Name = text(255).trim().min(1, 'Must not be empty');

export const SurveyView = RecordView.extend({
  createdBy: z.string(),
  name: z.string(),
  enabled: z.boolean(),
  position: z.number().int(),
  match: z.enum(['all', 'any']),
  filters: z.array(z.object({ field: z.string(), operator: z.string(), value: z.unknown().optional() })),
  delay: z.number().int(),
  ask: z.string(),
  comment: z.boolean(),
  on_auto_close: z.boolean(),
  min_team_messages: z.number().int(),
  cooldown: z.number().int(),
  expires: z.number().int(),
  broken: z.array(z.string()).optional(),
});
export type SurveyView = z.output<typeof SurveyView>;

export const SurveyPageView = z.object({
  perPage: z.number().int(),
  count: z.number().int(),
  surveys: z.array(SurveyView),
});

/** What the page of a survey shows; nothing else of the request. */
export const PublicSurveyView = z.object({
  ask: z.string(),
  language: z.string().optional(),
  scale: z.array(z.number().int()),
  comment: z.boolean(),
  project_name: z.string(),
  answered: z.boolean(),
});
export type PublicSurveyView = z.output<typeof PublicSurveyView>;

/** A rating with a comment, whichever way it came. */
export const RatingCommentView = z.object({
  request_id: z.string(),
  ticket_id: z.string(),
  rating: z.number(),
  rating_message: z.string(),
  /** User ids of those who serve it, or served it when it was closed. */
  agents: z.array(z.string()),
  department: StoredId.nullable(),
  rated_at: Timestamp,
});
export type RatingCommentView = z.output<typeof RatingCommentView>;

export const RatingCommentPageView = z.object({
  perPage: z.number().int(),
  count: z.number().int(),
  comments: z.array(RatingCommentView),
});

const SurveyAnswered = z.object({ success: z.literal(true), msg: z.string() });

const example = {
  name: 'After urgent requests',
  filters: [{ field: 'priority', operator: '=', value: 'urgent' }],
  delay: 600_000,
};

/** Source: contract 25 section 12. */
export const surveyApi = defineApi('conversations', {
  listSurveys: {
    right: 'project.read',
    method: 'get',
    path: base,
    role: 'agent',
    params: inProject,
    response: SurveyPageView,
    errors: [],
    summary: 'Surveys, in their order: by position, then name',
    tag,
  },
  createSurvey: {
    right: 'settings.write',
    method: 'post',
    path: base,
    role: 'admin',
    params: inProject,
    body: z.object({ name: Name, ...fields }),
    response: SurveyView,
    errors: ['limit_reached', 'unknown_reference'],
    summary: 'Make a survey',
    description: 'When a request is closed, the first enabled survey that matches is asked.',
    tag,
    example: { body: example },
  },
  getSurvey: {
    right: 'project.read',
    method: 'get',
    path: `${base}/:survey_id`,
    role: 'agent',
    params: ofSurvey,
    response: SurveyView,
    errors: ['survey_not_found'],
    summary: 'Get a survey',
    tag,
  },
  updateSurvey: {
    right: 'settings.write',
    method: 'put',
    path: `${base}/:survey_id`,
    role: 'admin',
    params: ofSurvey,
    body: z.object({ name: maybe(Name), ...fields }),
    response: SurveyView,
    errors: ['survey_not_found', 'unknown_reference'],
    summary: 'Change a survey; what is absent stays',
    tag,
    example: { body: { enabled: false } },
  },
  deleteSurvey: {
    right: 'settings.write',
    method: 'delete',
    path: `${base}/:survey_id`,
    role: 'admin',
    params: ofSurvey,
    response: SurveyView,
    errors: ['survey_not_found'],
    summary: 'Delete a survey; what it has asked may still be answered',
    tag,
  },
  listRatingComments: {
    right: 'analytics.read',
    method: 'get',
    path: '/v3/:id_project/analytics/requests/satisfaction/comments',
    role: 'admin',
    params: inProject,
    query: z.object({
      ...pageQuery({ sortable: ['rated_at'] }),
      from: Instant.optional(),
      to: Instant.optional(),
      department_id: RecordId.optional(),
      channel: text(500).optional(),
      participant: text(500).optional(),
    }),
    response: RatingCommentPageView,
    errors: [],
    summary: 'Comments of ratings, newest first, last 30 days',
    description: 'Ratings of conversations that the caller sees, from surveys and from clients.',
    tag,
  },
  getPublicSurvey: {
    right: 'none',
    method: 'get',
    path: '/v3/public/surveys/:token',
    role: 'public',
    rate: 'public_survey',
    params: byToken,
    response: PublicSurveyView,
    errors: ['survey_not_found'],
    summary: 'Get the question of a survey by the token of its link',
    tag,
  },
  answerSurvey: {
    right: 'none',
    method: 'post',
    path: '/v3/public/surveys/:token',
    role: 'public',
    rate: 'public_survey',
    params: byToken,
    body: z.object({ rate: z.number().int().min(0).max(5), rate_message: maybe(text(2_000)) }),
    response: SurveyAnswered,
    errors: ['survey_not_found'],
    summary: 'Answer a survey by the token of its link',
    description: 'It is the rating of the request. Until the link expires it may be answered again.',
    tag,
    example: { body: { rate: 5, rate_message: 'Quick and kind' } },
  },
});

const surveyEvent = z.object({ survey: SurveyView });
export const surveyCreated = defineEvent('survey.created', surveyEvent);
export const surveyUpdated = defineEvent('survey.updated', surveyEvent.extend({ changes: z.array(z.string()) }));
export const surveyDeleted = defineEvent('survey.deleted', surveyEvent);
